#!/bin/bash
# A deployment that shows its steps, through `tomato-notify activity pipe`: what it requests is over when it ends. Its
# Cancel button is heard, too. STEP is the work for one server. Try it: Examples/deploy.sh [SERVER…]
set -euo pipefail
[ $# -gt 0 ] || set -- alpha beta gamma
coproc island { exec tomato-notify activity pipe; }
pipe=$island_PID
# The deployment goes on, whatever becomes of its card.
trap '' PIPE

say() { { printf '%s\n' "$1" >&"${island[1]}"; } 2>/dev/null || true; }

# Whether somebody has pressed Cancel until now.
is_cancelled() {
  local event
  [ -n "${island[0]:-}" ] || return 1
  while read -r -t 0.01 -u "${island[0]}" event; do
    case $event in *'"button":"cancel"'*) return 0 ;; esac
  done
  return 1
}

say '{"do":"request","id":"deploy","name":"Deploy","since":"now","buttons":[{"label":"Cancel","event":"cancel"}]}'
done=0
for server in "$@"; do
  if is_cancelled; then
    say "{\"do\":\"end\",\"id\":\"deploy\",\"failed\":true,\"text\":\"cancelled after $done of $#\"}"
    break
  fi
  say "{\"do\":\"update\",\"id\":\"deploy\",\"text\":\"$server\",\"progress\":[$done,$#]}"
  ${STEP:-sleep 1}
  done=$((done + 1))
done
if [ "$done" -eq $# ]; then
  say "{\"do\":\"end\",\"id\":\"deploy\",\"text\":\"$# servers\",\"alert\":\"Deployed\",\"dismissal\":\"10m\"}"
fi
# The end of the input; everything is answered when the pipe ends.
[ -z "${island[1]:-}" ] || eval "exec ${island[1]}>&-"
wait "$pipe" || true
[ "$done" -eq $# ]
