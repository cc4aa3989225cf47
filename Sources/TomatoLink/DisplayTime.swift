// Times as a clock shows them.

/// `m:ss` below an hour, `h:mm:ss` from one hour on.
public func displayTimeText(seconds: Int) -> String {
  let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
  return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(twoDigits(rest))" : "\(minutes):\(twoDigits(rest))"
}
