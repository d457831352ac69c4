/// A bar of a postal code: each has the middle part, and may reach up and down from it.
struct PostalBar: Hashable {
    var ascends: Bool
    var descends: Bool

    /// The same upside down.
    var turned: PostalBar { PostalBar(ascends: descends, descends: ascends) }
}
