// The control socket's answers from the record, after pending commits: today's intervals, corrections, imports.

internal import GLibBridge
internal import TomatoEngine
internal import TomatoLink
internal import TomatoRecord
internal import TomatoWords

extension ControlSocket {
  /// Imports intervals that another process has read from a file. Not a link, so web pages cannot send it.
  func importIntervals(_ line: SocketLine, _ client: LineConnection) {
    let intervals: [IntervalRecord]
    do throws(Failure) {
      intervals = try line.intervals()
    } catch {
      return reply(client, [error.sentence], error.code)
    }
    answerLater(client) { [shell] tell in
      shell.importIntervals(intervals) { result in
        tell { [weak self] in
          switch result {
          case nil: self?.reply(client, [], .ending)
          case .success((let added, nil)): self?.reply(client, [ImportLine.answer(added)], .done)
          case .success((_, let unsaved?)): self?.reply(client, [unsaved.sentence], .refused)
          case .failure(let error):
            self?.reply(client, [StoreWords.historyUnreadable(Unreadable.reason(error))], .refused)
          }
        }
      }
    }
  }

  func correct(_ correction: Correction, _ client: LineConnection) {
    answerLater(client) { [shell] tell in
      shell.correct(correction) { sentences, code in
        tell { [weak self] in self?.reply(client, sentences, code) }
      }
    }
  }

  /// Today's intervals, oldest first; as text with a sum and the history's problems below.
  func log(_ query: Query, _ client: LineConnection) {
    let today = shell.goal.today(at: shell.now().wall)
    answerLater(client) { [shell] tell in
      shell.history(since: today.lowerBound, until: today.upperBound) { history in
        tell { [weak self] in if let self { reply(client, log(query, history), .done) } }
      }
    }
  }

  private func log(_ query: Query, _ history: History) -> [String] {
    for complaint in SentenceLanguage.session.whileAnswering({ history.complaints }) {
      shell.journal(.failed(complaint, shell.content(.pomodoro)))
    }
    let rows = history.rows.filter(query.isAbout)
    if query.format == .json { return rows.map { JSON.line(StatusJSON.row($0)) } }
    let now = shell.now().wall
    return rows.map { StatusText.line($0, beside: now) } + [StatusText.sum(rows)] + history.complaints
  }
}

extension Query {
  /// Whether a row belongs to the query's activity, by the activity's id or by the name in the row.
  fileprivate func isAbout(_ row: IntervalRecord) -> Bool {
    guard let wanted = name ?? activity?.description else { return true }
    return row.activity == activity || ActivityName.areSame(row.name ?? row.activity.description, wanted)
  }
}
