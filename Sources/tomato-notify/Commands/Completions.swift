// What the shells offer beside the names of activities: tasks used before, configuration keys and their values. The
// daemon's program knows them; this process becomes it, and what it prints is what the shell reads.
internal import ArgumentParser
internal import TomatoLink
internal import TomatoSocket

enum Tasks {
  /// The tasks of the history, the newest first; nothing where the program cannot be run.
  static func here() -> [String] { OtherProgram.becomeDaemonProgram(.history, "tasks") }
}

enum ConfigurationCompletion {
  private static let words = ["list", "get", "set", "unset", "edit", "path", "--example"]

  /// - Parameter typed: The words of the line so far, the last one of which is being typed.
  static func offered(_ typed: [String]) -> [String] {
    let rest = Array((typed.firstIndex(of: "config").map { typed[($0 + 1)...] } ?? []).dropLast())
    switch (rest.first, rest.count) {
    case (nil, _): return words
    case ("get"?, 1), ("set"?, 1), ("unset"?, 1): return OtherProgram.becomeDaemonProgram(.configuration, "values")
    case ("set"?, 2): return OtherProgram.becomeDaemonProgram(.configuration, "values", rest[1])
    default: return []
    }
  }
}

enum HookCompletion {
  /// - Parameter typed: As above.
  static func offered(_ typed: [String]) -> [String] {
    let rest = (typed.firstIndex(of: "hooks").map { typed[($0 + 1)...] } ?? []).dropLast()
    if rest.isEmpty { return ["test"] }
    return Array(rest) == ["test"] ? OtherProgram.becomeDaemonProgram(.hooks, "events") : []
  }
}

private enum OtherProgram {
  /// Does not return where the daemon's program can be run: that prints what is offered, and ends.
  static func becomeDaemonProgram(_ program: ProgramName, _ words: String...) -> [String] {
    let line = ProgramRequest(program, words).line
    if let path = try? Launcher.standard().find() { _ = SystemCalls.execute(path, line) }
    return []
  }
}

/// The script for bash: ArgumentParser's, with two of its functions in another form.
///
/// ArgumentParser hands what the program offers to `compgen -W`, which expands it: a task with `$(…)` in it would be
/// run by the Tab key. And what it inserts is not quoted, so a task of two words became two.
enum CompletionScript {
  static let bashAsked = ["--generate-completion-script", "bash"]

  /// Follows ArgumentParser's script.
  static let bash = #"""

    # What is offered are texts of people and of web pages: they are compared as they are, nothing in them is expanded,
    # and where one goes into the line it is quoted. What an open quotation mark cannot hold is not offered there.
    __tomato-notify_add_completions() {
        local completion quote= typed="${cur}"
        if [[ "${1}" != -W ]]; then
            compopt -o filenames 2>/dev/null
            while IFS='' read -r completion; do
                COMPREPLY+=("${completion}")
            done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
            return
        fi
        case "${COMP_WORDS[COMP_CWORD]}" in
        \"* | \'*) quote="${COMP_WORDS[COMP_CWORD]:0:1}" ;;
        esac
        typed="${typed#[\"\']}"
        [[ -n "${quote}" ]] || typed="${typed//\\/}"
        while IFS='' read -r completion; do
            [[ -n "${completion}" && "${completion:0:${#typed}}" = "${typed}" ]] || continue
            case "${quote}${completion}" in
            \'*\'* | \"*[\\\"\$\`!]*) continue ;;
            esac
            [[ -n "${quote}" ]] || printf -v completion %q "${completion}"
            COMPREPLY+=("${completion}")
        done <<<"${2}"
    }

    __tomato-notify_custom_complete() {
        local -a words=("${COMP_WORDS[@]}")
        if [[ -z "${cur}" && -n "${COMP_WORDS[COMP_CWORD]}" && "${COMP_LINE:COMP_POINT:1}" = ' ' ]]; then
            words=("${COMP_WORDS[@]::COMP_CWORD}" '' "${COMP_WORDS[@]:COMP_CWORD}")
        fi
        TOMATO_WORDS=literal "${COMP_WORDS[0]}" "${@}" "${words[@]}"
    }

    # Not "-o filenames": bash would quote a second time, and take a verb for a folder of that name.
    complete -F _tomato-notify tomato-notify
    """#
}
