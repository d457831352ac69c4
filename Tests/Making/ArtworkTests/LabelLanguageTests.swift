import Encoding
import Files
import SeededRandomness
import Testing

@testable import Artwork

/// What label printers are told: every dot, and nothing else.
@Suite struct LabelLanguageTests {
    /// Noise with runs of every length, and rows that are light, dark and as the one before.
    private func bitmap(width: Int, height: Int) throws -> MonoBitmap {
        var bitmap = try MonoBitmap(width: width, height: height)
        var noise = SplitMix(state: UInt64(width) << 16 + UInt64(height))
        for y in 0..<height {
            switch y % 5 {
            case 0: break
            case 1: bitmap.fill(x: 0, y: y, width: width, height: 1)
            case 2:
                for _ in 0..<4 {
                    bitmap.fill(
                        x: Int.random(in: 0..<width, using: &noise), y: y,
                        width: Int.random(in: 1...width, using: &noise) / 2, height: 2)
                }
            default: break
            }
        }
        return bitmap
    }

    /// The bytes of a graphic field, decoded by the ZPL II Programming Guide.
    private func decoded(_ data: Substring, bytesPerRow: Int) -> [UInt8] {
        var nibbles: [UInt8] = []
        var count = 0
        for character in data where !character.isNewline {
            let byte = character.asciiValue ?? 0
            switch character {
            case "G"..."Y": count += Int(byte - 0x46)
            case "g"..."z": count += Int(byte - 0x66) * 20
            case ",", "!":
                let rest = bytesPerRow * 2 - nibbles.count % (bytesPerRow * 2)
                nibbles += Array(repeating: character == "," ? 0 : 15, count: rest)
            case ":": nibbles += nibbles.suffix(bytesPerRow * 2)
            default:
                nibbles += Array(repeating: UInt8(character.hexDigitValue ?? 0), count: max(1, count))
                count = 0
            }
        }
        return stride(from: 0, to: nibbles.count - 1, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    }

    @Test(arguments: [(1, 1), (8, 5), (9, 20), (203, 101), (406, 200), (1600, 30), (4000, 12)])
    func everyDotIsInZPL(width: Int, height: Int) throws {
        let bitmap = try bitmap(width: width, height: height)
        let text = String(decoding: try LabelLanguage.zpl.label(bitmap), as: UTF8.self)
        #expect(text.hasPrefix("^XA\n^PW\(width)\n^LL\(height)\n") && text.hasSuffix("^FS\n^XZ\n"))
        let field = try #require(text.firstMatch(of: #/\^GFA,(\d+),(\d+),(\d+),(.*)\^FS/#)).output
        #expect(Int(field.1) == bitmap.bytes.count && field.1 == field.2)
        #expect(Int(field.3) == (width + 7) / 8)
        #expect(decoded(field.4, bytesPerRow: bitmap.bytesPerRow) == bitmap.bytes)
        #expect(String(decoding: try LabelLanguage.zpl.label(bitmap, copies: 7), as: UTF8.self).contains("^PQ7\n"))
    }

    @Test func everyDotIsInEPL() throws {
        let bitmap = try bitmap(width: 50, height: 20)
        let bytes = try LabelLanguage.epl.label(bitmap, copies: 2)
        let head = Array("\nN\nq56\nGW0,0,7,20,".utf8)
        #expect(bytes.starts(with: head))
        #expect(bytes.dropFirst(head.count).prefix(140).map { ~$0 } == bitmap.bytes)
        #expect(Array(bytes.suffix(4)) == Array("\nP2\n".utf8))
    }

    @Test func everyDotIsInESCPOS() throws {
        let bitmap = try bitmap(width: 384, height: 600)
        var rest = try LabelLanguage.escpos.label(bitmap)[...]
        #expect(rest.starts(with: [0x1B, 0x40]))
        rest = rest.dropFirst(2)
        var dots: [UInt8] = []
        while rest.starts(with: [0x1D, 0x76, 0x30, 0]) {
            let head = Array(rest.prefix(8))
            let size = (Int(head[4]) + Int(head[5]) << 8) * (Int(head[6]) + Int(head[7]) << 8)
            dots += rest.dropFirst(8).prefix(size)
            rest = rest.dropFirst(8 + size)
        }
        #expect(dots == bitmap.bytes)
        #expect(Array(rest) == [0x1D, 0x56, 66, 0])
    }

    @Test func symbolsAreMadeIntoLabels() throws {
        let kind = try #require(SymbolKind.named("qr-code"))
        let symbol = try SymbolEncoder().make(.text("QZ"), as: kind)
        for name in ["zpl", "epl", "escpos"] {
            let format = try #require(ArtworkFormat.named(name))
            #expect(!format.isText)
            #expect(try format.draw(symbol) == format.draw(symbol))
        }
        var bitmap = try MonoBitmap(symbol.outline, scale: 3)
        for y in 0..<symbol.image.height {
            for x in 0..<symbol.image.width {
                #expect(bitmap.isDark(x * 3 + 1, y * 3 + 1) == symbol.image.isDark(x, y))
            }
        }
        bitmap.write("I", x: 0, y: 0, scale: 2)
        #expect(bitmap.isDark(4, 4) && !bitmap.isDark(0, 4))
    }

    @Test func labelsThatAreTooLargeAreRefused() throws {
        #expect(throws: UserError.self) { try MonoBitmap(width: 20_001, height: 1) }
        #expect(throws: UserError.self) { try MonoBitmap(width: 20_000, height: 20_000) }
        #expect(throws: UserError.self) { try MonoBitmap(width: 0, height: 1) }
        #expect(throws: UserError.self) { try LabelLanguage.epl.label(try MonoBitmap(width: 10_000, height: 1)) }
        var bitmap = try MonoBitmap(width: 5, height: 5)
        bitmap.fill(x: -3, y: -3, width: 100, height: 100)
        #expect(bitmap.bytes == Array(repeating: 0xF8, count: 5))
    }
}
