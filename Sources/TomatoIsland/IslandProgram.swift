// The program as notification servers know it.

package struct IslandProgram: Sendable, Equatable {
  /// The application name in `Notify`; some servers print it above the title.
  package var name: String
  /// The desktop file's name without its suffix, by which servers find our icon, settings and history. The names of our
  /// icons begin with it.
  package var desktopEntry: String
  /// The category of every card, as the specification's `x-vendor.class`.
  package var category: String

  package init(name: String, desktopEntry: String, category: String) {
    (self.name, self.desktopEntry, self.category) = (name, desktopEntry, category)
  }
}
