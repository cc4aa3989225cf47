// Shell code that announces commands that took long: eval "$(tomato-notify track --shell bash)". At a prompt it only
// compares two variables. It starts a process, in the background, only at the end of a long command.
internal import TomatoLink

enum ShellHook: String, CaseIterable {
  case bash, zsh, fish

  /// What the shell evaluates.
  /// - Parameter after: in seconds; shorter commands are not announced.
  func text(after: Int64) -> String {
    let form =
      switch self {
      case .bash: Self.bashScript
      case .zsh: Self.zshScript
      case .fish: Self.fishScript
      }
    return form.replacingText("@after@", with: String(after))
  }

  /// PS0 is expanded when a command begins, so no trap is needed. Each element of PROMPT_COMMAND finds `$?` and `$_` as
  /// the command left them. A command that bash does not record is not announced; a repeated one, which bash does not
  /// record again, is recognized by its last word.
  private static let bashScript = #"""
    # Announces commands that took long: tomato-notify help track
    _tomato_track_after=@after@
    if [[ $- == *i* ]] && ((BASH_VERSINFO[0] * 100 + BASH_VERSINFO[1] >= 501)) &&
      ! declare -F _tomato_track_end >/dev/null; then
      _tomato_track_began=0 _tomato_track_number=0
      _tomato_track_end() {
        local code=$1 last=$2 began=$_tomato_track_began number=$_tomato_track_number line
        _tomato_track_began=0 _tomato_track_number=$HISTCMD
        if ((began == 0 || EPOCHSECONDS - began < _tomato_track_after)); then return 0; fi
        line=$(HISTTIMEFORMAT='' history 1)
        [[ $line =~ ^[[:space:]]*[0-9]+[*[:space:]]*(.*) ]] || return 0
        line=${BASH_REMATCH[1]}
        if ((HISTCMD == number)) && [[ ${line##*[[:space:]]} != "$last" ]]; then return 0; fi
        (
          command tomato-notify track --ended "$((EPOCHSECONDS - began))" --status "$code" --pid "$$" \
            --ignore "$(command tomato-notify config get track.ignore)" -- "$line" &
        ) </dev/null >/dev/null 2>&1
        return 0
      }
      PS0='${_tomato_track_began:$((_tomato_track_began=EPOCHSECONDS,0)):0}'"${PS0-}"
      PROMPT_COMMAND+=('_tomato_track_end "$?" "$_"')
    fi
    """#

  /// With HIST_IGNORE_SPACE, a line that begins with a space is not announced, as it is not in the history.
  private static let zshScript = #"""
    # Announces commands that took long: tomato-notify help track
    typeset -g _tomato_track_after=@after@
    if [[ -o interactive ]] && (( ! $+functions[_tomato_track_end] )) && zmodload zsh/datetime; then
      typeset -g _tomato_track_began=0 _tomato_track_line=
      _tomato_track_begin() {
        _tomato_track_began=$EPOCHSECONDS _tomato_track_line=$1
        if [[ -o histignorespace && $1 == ' '* ]]; then _tomato_track_began=0; fi
      }
      _tomato_track_end() {
        local code=$? began=$_tomato_track_began
        _tomato_track_began=0
        if (( began == 0 || EPOCHSECONDS - began < _tomato_track_after )); then return 0; fi
        (
          command tomato-notify track --ended "$(( EPOCHSECONDS - began ))" --status "$code" --pid "$$" \
            --ignore "$(command tomato-notify config get track.ignore)" -- "$_tomato_track_line" &
        ) </dev/null >/dev/null 2>&1
        return 0
      }
      autoload -Uz add-zsh-hook
      add-zsh-hook preexec _tomato_track_begin
      add-zsh-hook precmd _tomato_track_end
    fi
    """#

  /// fish restores `$status` after each event, and keeps lines that begin with a space out of its history.
  private static let fishScript = #"""
    # Announces commands that took long: tomato-notify help track
    set -g _tomato_track_after @after@
    if status is-interactive
      function _tomato_track_end --on-event fish_postexec
        set -l code $status
        set -l seconds (math --scale 0 "$CMD_DURATION / 1000")
        test $seconds -ge $_tomato_track_after; or return 0
        string match -q ' *' -- $argv[1]; and return 0
        command sh -c '("$@" --ignore "$(tomato-notify config get track.ignore)" -- "$0" &)' $argv[1] \
          tomato-notify track --ended $seconds --status $code --pid $fish_pid </dev/null >/dev/null 2>&1
      end
    end
    """#
}
