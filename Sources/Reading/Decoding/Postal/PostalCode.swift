import Symbols

/// A postal code as it is read from its bars: one row of `all`.
struct PostalCode: Sendable {
    let symbology: Symbology
    /// How many bars a symbol has.
    let counts: Set<Int>
    /// Whether bars differ only in whether they reach up; else some also reach down.
    var hasTwoStates = false
    /// Whether it checks enough to be found in a row of more bars.
    var isFoundInLongerRows = true
    /// What the bars say, from left to right; nil where they are none of this kind, or were misread.
    let read: @Sendable (ArraySlice<PostalBar>) -> [UInt8]?

    /// In the order of how much they check.
    static let all: [PostalCode] = [
        PostalCode(symbology: .uspsIMb, counts: [IntelligentMail.barCount]) { IntelligentMail.digits(of: Array($0)) },
        PostalCode(symbology: .mailmark, counts: [66, 78], read: Mailmark.characters),
        PostalCode(symbology: .australiaPost, counts: [37, 52, 67], read: AustraliaPost.characters),
        PostalCode(symbology: .japanPost, counts: [67], read: JapanPost.characters),
        PostalCode(symbology: .rm4scc, counts: RoyalMail.barCounts, read: RoyalMail.characters),
        PostalCode(
            symbology: .postnet, counts: [32, 52, 62], hasTwoStates: true, read: HeightModulated.postnet),
        PostalCode(symbology: .planet, counts: [62, 72], hasTwoStates: true, read: HeightModulated.planet),
        PostalCode(symbology: .cepnet, counts: [47], hasTwoStates: true, read: HeightModulated.postnet),
        // Turned upside down, KIX says something else: a postcode shows which way is up.
        PostalCode(symbology: .kix, counts: RoyalMail.barCountsOfKIX, isFoundInLongerRows: false) {
            RoyalMail.charactersOfKIX(of: $0).flatMap { RoyalMail.beginsWithPostcode($0) ? $0 : nil }
        },
        PostalCode(
            symbology: .kix, counts: RoyalMail.barCountsOfKIX, isFoundInLongerRows: false,
            read: RoyalMail.charactersOfKIX),
    ]

    /// The fewest bars of any.
    static let minimumCount = all.flatMap(\.counts).min() ?? 0
    static let maximumCount = all.flatMap(\.counts).max() ?? 0

    /// Letters and the like beside the bars that may look like more of them. Not measured.
    private static let maximumExtraBars = 8

    /// What `bars` say, and which of them; nil where that is nothing.
    func reading(of bars: PostalBars) -> (bytes: [UInt8], range: Range<Int>)? {
        guard hasTwoStates != bars.hasDescenders else { return nil }
        for count in counts.sorted(by: >) where count <= bars.bars.count {
            let extra = bars.bars.count - count
            guard extra == 0 || isFoundInLongerRows && extra <= Self.maximumExtraBars else { continue }
            for start in 0...extra {
                let range = start..<start + count
                if let bytes = read(bars.bars[range]) { return (bytes, range) }
            }
        }
        return nil
    }
}
