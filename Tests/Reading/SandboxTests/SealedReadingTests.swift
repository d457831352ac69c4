import Capture
import Decoding
import Encoding
import Foundation
import Frames
import Sandbox
import Symbols
import Testing

/// Libraries load tables and start threads when they first need them: a sealed child must have done so before.
@Suite struct SealedReadingTests {
    /// The symbologies that can be encoded and read here, and products with add-ons.
    static let texts: [(Symbology, String)] =
        SymbolEncoder.symbologies.filter { SymbologySupport.readByDefault.contains($0) && $0 != .ean2 && $0 != .ean5 }
        .map { ($0, SymbolEncoder.exampleText(for: $0)) } + [(.ean13, "4012345678901+12"), (.upcE, "01234565+51995")]

    @Test func readsEverySymbology() throws {
        let tried = try Tried()
        for (symbology, text) in Self.texts {
            let content = try tried.process.read(frame(text, as: symbology)).symbols.first?.content
            let parts = text.split(separator: "+").map(String.init)
            // The separator after a GTIN, which has a predefined length, is not part of the content.
            // The format code of Australia Post follows from the length.
            let format = symbology == .australiaPost ? "11" : ""
            let expected = format + parts[0].replacing("\u{1D}10", with: "10")
            #expect(content?.symbology.unstacked == symbology.unstacked, "\(symbology): \(content.debugDescription)")
            #expect(content?.text == expected)
            #expect(content?.addOn == parts.dropFirst().first)
        }
        #expect(tried.process.counts.started == 1)
    }

    @Test func readsMaxiCode() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../DecodingTests/Fixtures")
        let picture = try PictureFile.load(
            path: path.appending(path: "maxicode.pbm").path, into: FramePool(slots: 1))
        #expect(try Tried().process.read(picture).texts == ["Quietzone MaxiCode"])
    }

    /// A letter in each charset with an ECI, except IBM437 (0 and 2), which libzint no longer encodes.
    static let charsets: [(Int, [UInt8], String)] = [
        (3, [0xE9], "é"), (4, [0xB1], "ą"), (5, [0xE6], "ĉ"), (6, [0xE0], "ā"), (7, [0xB6], "Ж"),
        (8, [0xC7], "ا"), (9, [0xE1], "α"), (10, [0xE0], "א"), (11, [0xFD], "ı"), (12, [0xE0], "ā"), (13, [0xA1], "ก"),
        (15, [0xE0], "ą"), (16, [0xB5], "ṁ"), (17, [0xA4], "€"), (18, [0xAA], "Ș"), (20, [0x93, 0xFA], "日"),
        (21, [0x8C], "Ś"), (22, [0x80], "Ђ"), (23, [0x80], "€"), (24, [0xC7], "ا"), (25, [0x20, 0xAC], "€"),
        (26, [0xC3, 0xA9], "é"), (27, [0x41], "A"), (28, [0xA4, 0xA4], "中"), (29, [0xD6, 0xD0], "中"),
        (30, [0xC7, 0xD1], "한"), (31, [0xD6, 0xD0], "中"), (32, [0x95, 0x32, 0x82, 0x36], "𠀀"),
        (33, [0xAC, 0x20], "€"), (34, [0, 0, 0x20, 0xAC], "€"), (35, [0xAC, 0x20, 0, 0], "€"), (170, [0x41], "A"),
    ]

    @Test func decodesEveryCharset() throws {
        let tried = try Tried()
        for (eci, bytes, text) in Self.charsets {
            let image = try SymbolEncoder.encode(bytes: bytes, as: .qrCode, eci: eci).pixels(scale: 4)
            let content = try tried.process.read(frame(image.luma, width: image.width, height: image.height))
                .symbols.first?.content
            #expect(content?.text == text, "ECI \(eci): \(content.debugDescription)")
            #expect(content?.bytes == bytes)
        }
        #expect(tried.process.counts.started == 1)
    }
}
