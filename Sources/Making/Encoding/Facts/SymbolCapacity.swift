import Symbols
import Synchronization

/// How much of a symbol's room is taken.
package struct SymbolCapacity: Hashable, Sendable {
    /// What is counted, which decides how much fits.
    package enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Digits alone.
        case digits
        /// Digits, capitals, space and $%*+-./: (the characters that QR Code packs).
        case capitals = "digits and capitals"
        /// Other characters of ASCII.
        case characters
        case bytes
    }

    /// How many it holds.
    package let used: Int
    /// How many such it holds at most; at least `used`, as some contents take less room than others.
    package let most: Int
    package let unit: Unit

    /// `13 of 17 bytes`.
    package var words: String { "\(used) of \(most) \(unit.rawValue)" }
}

extension MadeSymbol {
    /// How much it holds and could hold at its size, and at its level where that was chosen; where its kind has no sizes, at the largest
    /// that can be made. nil for contents of a fixed length, GS1 elements and composites.
    ///
    /// QR Code's is computed (ISO/IEC 18004, table 7); others' is found by making symbols of more and more, once for each size.
    package var capacity: SymbolCapacity? {
        let bytes = source.bytes
        let lengths = kind.content.lengths
        guard kind.linearName == nil, lengths.upperBound >= Self.minimumOfInterest else {
            return nil
        }
        let unit = SymbolCapacity.Unit(bytes)
        let most: Int?
        if let format = qrFormat, !kind.content.isGS1 {
            // A level that is not chosen gives way to more content.
            most = qrCapacity(of: unit, level: options.level == nil ? "L" : format.level)
        } else if kind.layout == .bars {
            guard let lengths = GreatestLengths.of(kind) else { return nil }
            most = lengths.most(of: unit) ?? CapacitySearch.most(of: unit, like: self)
        } else if kind.content.isGS1 {
            most = nil
        } else {
            most = CapacitySearch.most(of: unit, like: self)
        }
        return most.map { SymbolCapacity(used: bytes.count, most: max($0, bytes.count), unit: unit) }
    }

    /// Numbers have a length of their own, and an add-on perhaps.
    private static let minimumOfInterest = 30

    private func qrCapacity(of unit: SymbolCapacity.Unit, level name: String) -> Int? {
        guard let level = ["L", "M", "Q", "H"].firstIndex(of: name), let number = version.flatMap({ Int($0) }) else {
            return nil
        }
        // Four bits of mode, and those of the length (table 3); a part of a message has 20 more, an ECI 12 to 28.
        let group = number < 10 ? 0 : number < 27 ? 1 : 2
        let eci = source.eci(options).map { $0 < 128 ? 12 : $0 < 16384 ? 20 : 28 } ?? 0
        let head = 4 + eci + (options.part == nil ? 0 : 20)
        let bits = 8 * QRCodeBlocks.dataCodewords(version: number, level: level) - head
        switch unit {
        case .digits:
            let left = bits - [10, 12, 14][group]
            return left / 10 * 3 + [0, 0, 0, 0, 1, 1, 1, 2, 2, 2][left % 10]
        case .capitals:
            let left = bits - [9, 11, 13][group]
            return left / 11 * 2 + (left % 11 >= 6 ? 1 : 0)
        case .characters, .bytes: return (bits - [8, 16, 16][group]) / 8
        }
    }
}

extension SymbolCapacity.Unit {
    /// The narrowest that all of `bytes` are of.
    init(_ bytes: [UInt8]) {
        let capitals = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)
        if bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .digits
        } else if bytes.allSatisfy(capitals.contains) {
            self = .capitals
        } else {
            self = bytes.allSatisfy { $0 < 0x80 } ? .characters : .bytes
        }
    }

    /// `count` of them, as packing finds them: no run is longer than the pattern.
    fileprivate func sample(_ count: Int) -> [UInt8] {
        let pattern: [UInt8] =
            switch self {
            case .digits: Array("0123456789".utf8)
            case .capitals: Array("A1B2C3D4E5F6G7".utf8)
            case .characters: Array("aB1, cD2; eF3.".utf8)
            case .bytes: [0xC3, 0xA9, 0xE6, 0xBC, 0xA2, 0xFF]
            }
        return (0..<count).map { pattern[$0 % pattern.count] }
    }
}

extension SymbolSource {
    /// The ECI that stands before it, if any.
    fileprivate func eci(_ options: MakeOptions) -> Int? {
        guard case .text(let text) = self, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return options.eci }
        return options.eci ?? 26
    }
}

/// Finds by making symbols how much a size holds; what was found is kept.
private enum CapacitySearch {
    private struct Key: Hashable {
        let kind: String
        let options: MakeOptions
        let unit: SymbolCapacity.Unit
        /// The modules that must do; nil for any number.
        let area: Int?
    }

    private static let found = Mutex<[Key: Int]>([:])
    /// More sizes and levels than anybody tries in an hour.
    private static let maximumKept = 2000

    static func most(of unit: SymbolCapacity.Unit, like symbol: MadeSymbol) -> Int? {
        var options = MakeOptions()
        (options.level, options.columns, options.eci) = (
            symbol.options.level, symbol.options.columns, symbol.options.eci
        )
        options.size = symbol.options.size
        if case .text = symbol.source, unit == .bytes, symbol.kind.choices.takesECI {
            options.eci = options.eci ?? 26
        }
        // The choice of a mask takes most of the time, and does not change what fits.
        if symbol.kind.choices.masks > 0 { options.mask = 0 }
        let grows = !symbol.kind.choices.sizes.isEmpty && options.size == nil
        let area = grows ? symbol.grid.width * symbol.grid.rows : nil
        let key = Key(kind: symbol.kind.name, options: options, unit: unit, area: area)
        if let known = found.withLock({ $0[key] }) { return known }
        let most = search(unit, symbol.kind, options, area)
        found.withLock { kept in
            if kept.count >= maximumKept { kept.removeAll() }
            kept[key] = most
        }
        return most
    }

    private static func search(_ unit: SymbolCapacity.Unit, _ kind: SymbolKind, _ options: MakeOptions, _ area: Int?)
        -> Int
    {
        func fits(_ count: Int) -> Bool {
            guard let made = try? SymbolEncoder().make(.bytes(unit.sample(count)), as: kind, options) else {
                return false
            }
            return made.grid.width * made.grid.rows <= area ?? .max
        }
        return GreatestLengths.greatestCount(
            below: kind.content.lengths.upperBound + 1, near: unit == .digits ? 16 : 8, fits)
    }
}
