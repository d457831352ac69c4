/// Lengths of GS1 elements that no FNC1 needs to end, because they are predefined (GS1 General Specifications, 7.8.5).
///
///     GS1ElementLength.predefined(startingWith: 17)   // 8: the identifier 17 and six digits
package enum GS1ElementLength {
    /// The length of an element, its identifier included.
    ///
    /// - Parameter number: the first two digits of the identifier, of one that is not known, too.
    /// - Returns: nil for an element that FNC1 ends.
    package static func predefined(startingWith number: Int) -> Int? {
        switch number {
        case 0: 20
        case 1...3: 16
        case 4: 18
        case 11...19: 8
        case 20: 4
        case 31...36: 10
        case 41: 16
        default: nil
        }
    }
}
