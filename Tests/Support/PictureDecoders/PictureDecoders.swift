import CPixels
import Foundation

/// What a terminal makes of sixels.
public struct SixelPicture {
    /// Pixels per row.
    public private(set) var width = 0
    /// Rows of pixels.
    public private(set) var height = 0
    /// The grey of each pixel in hundredths; nil where nothing was drawn.
    public private(set) var shares: [Int?] = []

    /// Reads from DCS to ST; nil for what is no such sequence, or is drawn outside of its size.
    public init?(_ bytes: some Sequence<UInt8>) {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        guard text.hasPrefix("\u{1B}P0;1;0q\"1;1;"), text.hasSuffix("\u{1B}\\") else { return nil }
        var rest = Array(text.utf8).dropFirst("\u{1B}P0;1;0q\"1;1;".utf8.count).dropLast(2)
        func number() -> Int {
            let digits = rest.prefix { 0x30...0x39 ~= $0 }
            rest = rest.dropFirst(digits.count)
            return Int(String(decoding: digits, as: UTF8.self)) ?? 0
        }
        func numbers() -> [Int] {
            var all = [number()]
            while rest.first == UInt8(ascii: ";") {
                rest = rest.dropFirst()
                all.append(number())
            }
            return all
        }
        let size = numbers()
        (width, height) = (size[0], size[1])
        shares = Array(repeating: nil, count: width * height)
        var palette: [Int: Int] = [:]
        var (x, top, grey) = (0, 0, 0)
        while let byte = rest.popFirst() {
            var (pattern, count) = (byte, 1)
            switch byte {
            case UInt8(ascii: "#"):
                let values = numbers()
                grey = values[0]
                if values.count == 5 { palette[grey] = values[2] }
                continue
            case UInt8(ascii: "$"):
                x = 0
                continue
            case UInt8(ascii: "-"):
                (x, top) = (0, top + 6)
                continue
            case UInt8(ascii: "!"):
                count = number()
                guard let next = rest.popFirst() else { return nil }
                pattern = next
            default: break
            }
            guard 0x3F...0x7E ~= pattern else { return nil }
            for column in x..<(x + count) {
                for row in 0..<6 where (pattern - 0x3F) >> UInt8(row) & 1 == 1 {
                    guard column < width, top + row < height, let share = palette[grey] else { return nil }
                    shares[(top + row) * width + column] = share
                }
            }
            x += count
        }
    }
}

/// What a terminal makes of kitty's sequences.
public struct KittyPicture {
    /// The keys of the first sequence.
    public private(set) var keys: [String: String] = [:]
    /// Pixels per row.
    public private(set) var width = 0
    /// Rows of pixels.
    public private(set) var height = 0
    /// Grey, with what is transparent composed on white.
    public private(set) var luma: [UInt8] = []

    /// Reads the sequences of one picture; nil for anything else.
    public init?(_ bytes: some Sequence<UInt8>) {
        let sequences = Array(bytes).split(separator: 0x1B).filter { $0.starts(with: Array("_G".utf8)) }
        var text: [UInt8] = []
        for (index, sequence) in sequences.enumerated() {
            let parts = sequence.dropFirst(2).split(separator: UInt8(ascii: ";"), maxSplits: 1)
            guard parts.count == 2, parts[1].count <= 4096 else { return nil }
            text += parts[1]
            var own: [String: String] = [:]
            for pair in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
                let sides = pair.split(separator: "=").map(String.init)
                own[sides[0]] = sides[1]
            }
            guard own["m"] == (index == sequences.count - 1 ? "0" : "1") else { return nil }
            if index == 0 { keys = own }
        }
        guard let png = Data(base64Encoded: Data(text)) else { return nil }
        var (w, h): (Int32, Int32) = (0, 0)
        guard qz_png_size(Array(png), png.count, &w, &h) == 0 else { return nil }
        (width, height) = (Int(w), Int(h))
        luma = [UInt8](repeating: 0, count: width * height)
        guard qz_png_luma(Array(png), png.count, nil, &luma, w, h, nil, 0) == 0 else { return nil }
    }
}
