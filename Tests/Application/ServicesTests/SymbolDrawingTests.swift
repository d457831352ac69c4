@testable import Services
import Decoding
import History
import Symbols
import Testing

/// What an export draws says the same as the scan.
@Suite struct SymbolDrawingTests {
    @Test(arguments: [
        SymbolContent(symbology: .qrCode, text: "https://example.com/日本"),
        SymbolContent(symbology: .ean13, text: "4006381333931"),
        SymbolContent(symbology: .code128, text: "SN-1234"),
        SymbolContent(symbology: .dataMatrix, text: "WIFI:S:a;;"),
        SymbolContent(symbology: .aztec, bytes: [0, 1, 0xFE, 0xFF], text: nil, charset: nil),
    ])
    func whatIsDrawnIsReadBack(content: SymbolContent) throws {
        let drawing = try #require(SymbolDrawing.draw(content))
        let scale = 4
        let (width, height) = (drawing.width * scale, drawing.height * scale)
        var luma = [UInt8](repeating: 255, count: width * height)
        for y in 0..<height {
            for x in 0..<width where drawing.modules[y / scale * drawing.width + x / scale] { luma[y * width + x] = 0 }
        }
        let found = SymbolReader().read(luma: luma.span, width: width, height: height, effort: .thorough).symbols
        #expect(found.first?.content.bytes == content.bytes)
        #expect(found.first?.content.symbology == content.symbology)
    }

    @Test func whatCannotBeDrawnIsNot() {
        #expect(SymbolDrawing.draw(SymbolContent(symbology: .ean13, text: "no number")) == nil)
        #expect(SymbolDrawing.draw(SymbolContent(symbology: .maxiCode, bytes: [], text: nil, charset: nil)) == nil)
        #expect(SymbolDrawing.draw(SymbolContent(symbology: .qrCode, text: String(repeating: "x", count: 9000))) == nil)
    }
}
