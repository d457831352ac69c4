import Symbols

/// A postal code as it is read from its bars: one row of `all`.
struct PostalCode: Sendable {
    let symbology: Symbology
    /// How many bars a symbol has.
    let counts: Set<Int>
    /// Whether bars differ only in whether they reach up; else some also reach down.
    var hasTwoStates = false
    /// What the bars say, from left to right; nil if they are none of this kind, or were misread.
    let read: @Sendable ([PostalBar]) -> [UInt8]?

    /// In the order of how much they check.
    static let all: [PostalCode] = [
        PostalCode(symbology: .uspsIMb, counts: [IntelligentMail.barCount], read: IntelligentMail.digits),
        PostalCode(symbology: .mailmark, counts: [66, 78], read: Mailmark.characters),
        PostalCode(symbology: .australiaPost, counts: [37, 52, 67], read: AustraliaPost.characters),
        PostalCode(symbology: .japanPost, counts: [67], read: JapanPost.characters),
        PostalCode(symbology: .rm4scc, counts: RoyalMail.barCounts, read: RoyalMail.characters),
        PostalCode(
            symbology: .postnet, counts: [32, 52, 62], hasTwoStates: true, read: HeightModulated.postnet),
        PostalCode(symbology: .planet, counts: [62, 72], hasTwoStates: true, read: HeightModulated.planet),
        PostalCode(symbology: .cepnet, counts: [47], hasTwoStates: true, read: HeightModulated.postnet),
        // Turned upside down, KIX says something else: a postcode shows which way is up.
        PostalCode(symbology: .kix, counts: RoyalMail.barCountsOfKIX) {
            RoyalMail.charactersOfKIX(of: $0).flatMap { RoyalMail.beginsWithPostcode($0) ? $0 : nil }
        },
        PostalCode(
            symbology: .kix, counts: RoyalMail.barCountsOfKIX,
            read: RoyalMail.charactersOfKIX),
    ]

    /// The fewest bars of any.
    static let minimumCount = all.flatMap(\.counts).min() ?? 0
    static let maximumCount = all.flatMap(\.counts).max() ?? 0

    /// What `bars` say; nil if that is nothing.
    func bytes(of bars: PostalBars) -> [UInt8]? {
        counts.contains(bars.bars.count) && hasTwoStates != bars.hasDescenders ? read(bars.bars) : nil
    }
}
