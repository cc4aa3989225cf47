// An array of activities that is cheap to copy. A copy of the engine is kept while a commit is under way, and then the
// next change copies the list: a thousand references instead of a thousand activities with all of their texts.

/// Activities in an order. Changing one makes a new object for it, so copies of the list share the others.
public struct ActivityList: Sendable {
  private final class Kept: Sendable {
    let activity: Activity
    init(_ activity: Activity) { self.activity = activity }
  }

  private var kept: [Kept] = []

  public init() {}
}

extension ActivityList: RandomAccessCollection, MutableCollection, RangeReplaceableCollection,
  ExpressibleByArrayLiteral
{
  public init(arrayLiteral activities: Activity...) { self.init(activities) }

  public var startIndex: Int { 0 }
  public var endIndex: Int { kept.count }

  public subscript(place: Int) -> Activity {
    get { kept[place].activity }
    set { kept[place] = Kept(newValue) }
  }

  public mutating func replaceSubrange(_ places: Range<Int>, with activities: some Collection<Activity>) {
    kept.replaceSubrange(places, with: activities.map(Kept.init))
  }
}

extension ActivityList: Hashable {
  public static func == (a: ActivityList, b: ActivityList) -> Bool {
    a.kept.elementsEqual(b.kept) { $0 === $1 || $0.activity == $1.activity }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(kept.count)
    for each in kept { hasher.combine(each.activity) }
  }
}
