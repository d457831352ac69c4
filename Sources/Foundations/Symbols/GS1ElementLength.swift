/// Lengths of GS1 elements that no FNC1 needs to end, because they are predefined (GS1 General Specifications, 7.8.5).
///
///     GS1ElementLength.predefined(startingWith: 17)   // 8: the identifier 17 and six digits
package enum GS1ElementLength {
    /// What stands for FNC1 in an element string (GS).
    package static let separator: UInt8 = 0x1D

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

    /// The elements of an element string, each with its identifier. One of a predefined length that is cut short is as long as
    /// what is there.
    package static func elements(of string: [UInt8]) -> [(bytes: ArraySlice<UInt8>, isPredefined: Bool)] {
        var elements: [(bytes: ArraySlice<UInt8>, isPredefined: Bool)] = []
        var rest = string[...]
        while !rest.isEmpty {
            let number = rest.prefix(2).reduce(0) { $0 * 10 + Int($1) - 0x30 }
            let length = predefined(startingWith: number)
            let bytes = length.map { rest.prefix($0) } ?? rest.prefix { $0 != separator }
            elements.append((bytes, length != nil))
            rest = rest.dropFirst(bytes.count)
            if rest.first == separator { rest.removeFirst() }
        }
        return elements
    }

    /// Two element strings as one: with FNC1 between them where the last element of the first needs it.
    package static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        let needsSeparator = elements(of: first).last.map { !$0.isPredefined } ?? false
        return first + (needsSeparator ? [separator] : []) + second
    }
}
