import Files

/// What belongs to a place, by its name.
package enum PlaceLink: String, CaseIterable, Hashable, Sendable {
    /// The collection whose items are there.
    case collection
    /// The list of one's own, imported by `quietzone products import`, whose prices hold there.
    case priceList = "price-list"
    /// The session that scans there belong to.
    case session
    /// The event whose tickets are checked there.
    case event
    /// The beacon that stands there: the UUID of an iBeacon, `:` and its major number. Its minor number is the shelf.
    case beacon

    /// - Throws: `UserError` for what cannot be one.
    func checked(_ text: String) throws(UserError) -> String {
        guard self == .beacon else { return text }
        let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        let digits = parts[0].filter { $0 != "-" }
        guard parts.count == 2, digits.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            UInt16(parts[1]) != nil
        else {
            throw UserError(
                "\(UserError.quoted(text)) is not a beacon: use the UUID of an iBeacon, a colon and its major number")
        }
        let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(Array(digits)[$0]) }
        return groups.joined(separator: "-") + ":\(parts[1])"
    }
}
