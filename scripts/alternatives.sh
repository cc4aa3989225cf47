# Sourced by packages.sh and Tests/Lab/lab.sh: packages with different names in other Debian releases.
# shellcheck shell=bash

# first_known A|B…: prints the first of these packages that this Debian has; the last where it has none of them.
first_known() {
  local package
  [[ $1 == *"|"* ]] || { echo "$1" && return; } # one name needs no search, which takes apt a tenth of a second
  for package in ${1//|/ }; do
    LC_ALL=C apt-cache policy "$package" 2>/dev/null | grep -q '^  Candidate: [^(]' && break
  done
  echo "$package"
}
