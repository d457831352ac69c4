import CPixels
import Capture
import Config
import Encoding
import Foundation
import History
import Symbols

extension FuzzEntry {
    /// Small valid inputs to begin with, made by the program itself.
    public var seeds: [[UInt8]] {
        switch self {
        case .pictures: Self.pictureSeeds
        case .streams: Self.streamSeeds
        case .decoder: Self.planeSeeds
        case .settings: Self.settingsSeeds
        case .unkept: Self.unkeptSeeds
        case .keys: Self.keySeeds
        }
    }

    private static let side = (width: 9, height: 7)
    private static let luma = (0..<side.width * side.height).map { UInt8(truncatingIfNeeded: $0 * 37) }

    private static func text(_ text: String, _ bytes: [UInt8] = []) -> [UInt8] { Array(text.utf8) + bytes }

    private static var netpbm: [[UInt8]] {
        let size = "\(side.width) \(side.height)"
        let samples = luma.map { "\($0)" }.joined(separator: " ")
        return [
            text("P1\n\(size)\n" + luma.map { $0 > 127 ? "1" : "0" }.joined(separator: " ") + "\n"),
            text("P2 # grey\n\(size) 255\n\(samples)\n"),
            text("P3 \(size) 300 " + Array(repeating: samples, count: 3).joined(separator: " ") + "\n"),
            text("P4\n\(size)\n", Array(luma.prefix(2 * side.height))),
            text("P5\n\(size)\n255\n", luma),
            text("P5\n\(size)\n1000\n", luma + luma),
            text("P6\n\(size)\n31\n", luma.map { $0 & 31 } + luma.map { $0 & 31 } + luma.map { $0 & 31 }),
        ]
    }

    private static var png: [UInt8] {
        (try? PictureFile.png(luma: luma.span, width: side.width, height: side.height)) ?? []
    }

    private static var jpeg: [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        guard qz_jpeg_write(luma, Int32(side.width), Int32(side.height), 80, &bytes, &length) == 0, let bytes else {
            return []
        }
        defer { qz_jpeg_free(bytes) }
        // SAFETY: qz_jpeg_write made `length` bytes there.
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    private static var pictureSeeds: [[UInt8]] { netpbm + [png, jpeg] }

    private static var streamSeeds: [[UInt8]] {
        let pixels = side.width * side.height
        let planes: [(String, Int)] = [
            ("mono", 0), ("420jpeg", 2 * 5 * 4), ("422", 2 * 5 * 7), ("411", 2 * 3 * 7), ("444", 2 * pixels),
            ("444alpha", 3 * pixels),
        ]
        let y4m = planes.map { layout, chroma in
            let frame = text("FRAME\n", luma + Array(repeating: 128, count: chroma))
            return text("YUV4MPEG2 W\(side.width) H\(side.height) F30:1 Ip A1:1 C\(layout)\n", frame + frame)
        }
        return y4m + [jpeg + jpeg, png + png, netpbm[4] + netpbm[6] + netpbm[1]]
    }

    private static var settingsSeeds: [[UInt8]] {
        // Each section by itself, with the line that a user would take the mark from.
        let sections = Settings.defaultFile.split(separator: "\n[").map {
            text("[" + $0.replacing("#", with: "") + "\n")
        }
        return sections + [
            text(Settings.defaultFile), text("[keys]\nquit = [\"q\", \"C-c\"]\n[theme]\noutline = \"#ff8800\"\n"),
            text(
                "a.b.\"c d\" = {x = 1, y = [1979-05-27T07:32:00Z, 0x1F, 1e5, inf]}\n[[t]]\ns = \"\"\"\n\\u00e9\"\"\"\n"),
        ]
    }

    private static var unkeptSeeds: [[UInt8]] {
        let corners = Quadrilateral(
            topLeft: Point(x: 1, y: 2), topRight: Point(x: .infinity, y: 2), bottomRight: Point(x: 5, y: .nan),
            bottomLeft: Point(x: -1, y: 9))
        let contents = [
            SymbolContent(symbology: .qrCode, text: "WIFI:T:WPA;S:Cafe;P:word;;"),
            SymbolContent(
                symbology: .ean13, identifier: "]E3", bytes: Array("9781617292156".utf8), text: nil, charset: nil,
                addOn: "51299", part: SequencePart(index: 0, count: 2, id: "7")),
        ]
        let scans = contents.map {
            Scan(time: Date(timeIntervalSince1970: 1e9), source: "demo", symbol: Symbol(content: $0, corners: corners))
        }
        let plain = Symbology.allCases.prefix(8).map {
            Scan(
                time: Date(timeIntervalSince1970: 1), source: "-",
                symbol: Symbol(content: SymbolContent(symbology: $0, text: "0123456789128"), corners: corners))
        }
        return [Array(ScanLines.text(of: scans))] + plain.map { Array(ScanLines.text(of: [$0])) }
    }

    private static var keySeeds: [[UInt8]] {
        [
            "qä日\u{1F3AB}\u{3}", "\u{1B}[A\u{1B}OA\u{1B}[1;2D\u{1B}[5~\u{1B}[Z\u{1B}[[B", "\u{1B}q\u{1B}",
            "\u{1B}[<0;12;7M\u{1B}[M !!",
            "\u{1B}[200~xy\r\u{1B}[20\u{1B}[201~q", "\u{1B}[24;80R\u{1B}[?64;1c\u{1B}[?2026;2$y\u{1B}[97;5u\u{1B}[I",
            "\u{1B}P>|xterm\u{1B}\\q", "\u{1B}]11;rgb:00/00/00\u{7}q\u{1B}_Gi=31;OK\u{1B}\\", "\u{9B}A\u{90}x\u{1B}\\",
        ].enumerated().map { [UInt8($0.offset)] + Array($0.element.utf8) }
    }

    private static var planeSeeds: [[UInt8]] {
        var result: [[UInt8]] = []
        for (number, symbology) in SymbolEncoder.symbologies.enumerated() {
            let text = SymbolEncoder.exampleText(for: symbology)
            guard let image = try? SymbolEncoder.encode(text, as: symbology, barHeight: 12) else { continue }
            let scale = image.width * 2 <= 255 && image.height * 2 <= 255 ? 2 : 1
            let plane = image.pixels(scale: scale)
            guard plane.width <= 255, plane.height <= 255 else { continue }
            result.append(DecoderInput.bytes(width: plane.width, luma: plane.luma, effort: UInt8(number % 3)))
        }
        // With a region, and a blank plane.
        let blank = [UInt8](repeating: 200, count: 32 * 32)
        return result + [[0x81, 32, 4, 4, 10, 10] + blank, DecoderInput.bytes(width: 32, luma: blank, effort: 2)]
    }
}
