// Completions: activities from a running daemon; recent tasks, configuration keys and values, and hook events from the
// daemon's program, which this process becomes.
internal import ArgumentParser
internal import TomatoLink
internal import TomatoSocket

enum DaemonCompletions {
  /// The ids of the current activities, the most relevant first; none if the daemon does not run, or after an error. No
  /// shell has to quote an id, and each verb takes it.
  static func activities() -> [String] {
    guard var client = try? Client.here() else { return [] }
    // Maximum wait after Tab, in milliseconds.
    client.daemon.patience = 500
    return client.linesOfRunning(.list).compactMap { line in
      let id = line.prefix { $0 != ":" }
      return id.endIndex < line.endIndex ? ActivityID(id)?.description : nil
    }
  }

  /// - Parameter typed: The words of the line so far; the last one may be incomplete.
  static func configuration(_ typed: [String]) -> [String] {
    let rest = words(after: "config", typed)
    switch (rest.first, rest.count) {
    case (nil, _): return ["list", "get", "set", "unset", "edit", "path", "--example"]
    case ("get"?, 1), ("set"?, 1), ("unset"?, 1): return become(.configuration, "values")
    case ("set"?, 2): return become(.configuration, "values", rest[1])
    default: return []
    }
  }

  static func hooks(_ typed: [String]) -> [String] {
    let rest = words(after: "hooks", typed)
    return rest.isEmpty ? ["test"] : rest == ["test"] ? become(.hooks, "events") : []
  }

  private static func words(after command: String, _ typed: [String]) -> [String] {
    Array((typed.firstIndex(of: command).map { typed[($0 + 1)...] } ?? []).dropLast())
  }

  /// Replaces this process with the daemon's program, which prints the completions. Returns only if it cannot be run.
  static func become(_ program: ProgramName, _ words: String...) -> [String] {
    let line = ProgramRequest(program, words).line
    if let path = try? Launcher.standard().find() { _ = SystemCalls.execute(path, line) }
    return []
  }
}

/// ArgumentParser's script for bash, with two functions replaced.
///
/// ArgumentParser passes completions to `compgen -W`, which expands them: the Tab key would run a task that contains
/// `$(…)`. It also inserts them without quotes, so a task of two words would become two arguments.
enum CompletionScript {
  static let bashAsked = ["--generate-completion-script", "bash"]

  /// Appended to ArgumentParser's script.
  static let bash = #"""

    # Completions may come from web pages: they are compared literally, never expanded, and quoted when inserted. A
    # completion that cannot stand inside an open quotation mark is not offered there.
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
