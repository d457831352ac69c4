import Encoding
import Symbols
typealias Symbolx = Symbology
import Foundation
import Testing
@Test func trial() throws {
    for (s, t) in [(Symbolx.qrCode, "https://example.org/héllo"), (.aztec, "hello"), (.dataMatrix,"hello"), (.pdf417,"hello world"), (.ean13,"401234567890"),(.ean8,"9638507"),(.upcA,"036000291452"),(.upcE,"01234565"),(.code39,"ABC-1"),(.code93,"ABC"),(.code128,"QZ-0815"),(.gs1_128,"0104012345678901\u{1D}10AB"),(.itf,"123456"),(.itf14,"1401234567890"),(.codabar,"A1234B")] {
        do {
        let i = try SymbolEncoder.encode(t, as: s)
        let p = i.pixels(scale: 4)
        print(s, i.width, i.height)
        var d = Data("P5 \(p.width) \(p.height) 255\n".utf8); d += p.luma
        try d.write(to: URL(fileURLWithPath: "/tmp/qzp-trial/\(s.rawValue).pgm"))
        } catch { print(s, error) }
    }
}
