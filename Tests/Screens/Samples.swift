import FullScreen
import Foundation
import Frames
import Payloads
import Preview
import Screens
import Surface
import Symbols

/// Fixed pictures, times and scans for the screen tests.
enum Samples {
    static let keys = KeyMap(Features.commands)

    /// The context without any data.
    static let empty = context(AppModel())

    /// The context of a running program.
    static let context = context(model())

    static func context(_ model: AppModel) -> RenderContext {
        RenderContext(
            model: model, idle: Features.idle(model), keys: keys, timeZone: TimeZone(secondsFromGMT: 3600)!,
            now: time)
    }

    /// 2026-03-01 11:07:09 UTC.
    static let time = Date(timeIntervalSince1970: 1_772_363_229)

    /// A picture that grows brighter to the right, with a dark and a light block.
    static func frame(width: Int = 640, height: Int = 480) -> Frame? {
        guard let pool = try? FramePool(slots: 1), var draft = pool.draft(width: width, height: height) else {
            return nil
        }
        draft.withLuma { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    var value = 40 + x * 160 / width
                    if x > width / 4, x < width / 2, y > height / 4, y < height / 2 { value = 0 }
                    if x > width / 2, x < width * 3 / 4, y > height / 2, y < height * 3 / 4 { value = 255 }
                    bytes[y * width + x] = UInt8(value)
                }
            }
        }
        return draft.finish(sequence: 0)
    }

    static func row(_ id: Int64, _ symbology: Symbology, _ text: String) -> HistoryRow {
        let content = SymbolContent(symbology: symbology, text: text)
        return HistoryRow(
            id: id, time: time + Double(id), symbology: symbology, summary: Payload.parse(content).summary)
    }

    static let corners = Quadrilateral(
        topLeft: Point(x: 200, y: 160), topRight: Point(x: 420, y: 180), bottomRight: Point(x: 400, y: 320),
        bottomLeft: Point(x: 190, y: 300))

    static func scan(_ symbology: Symbology, _ text: String) -> Scan {
        let content = SymbolContent(symbology: symbology, text: text)
        return Scan(time: time, source: "usb-webcam", symbol: Symbol(content: content, corners: corners))
    }

    /// The model of a running program.
    static func model(painter: PreviewPainter = PreviewPainter()) -> AppModel {
        var model = AppModel()
        model.picture = PictureModel(painter: painter)
        model.source.title = "HD Webcam"
        model.source.isCamera = true
        model.picture.format = FrameFormat(width: 640, height: 480, encoding: "MJPG", framesPerSecond: 30)
        model.picture.figures.framesPerSecond = 29.97
        model.picture.figures.dropped = 3
        model.picture.figures.decodeMilliseconds = 8.25
        if let frame = frame() { model.picture.show(frame) }
        let rows = [
            row(3, .ean13, "9781617292156"), row(2, .qrCode, "https://example.com/shop?item=1"),
            row(1, .code128, "LOT-2026-00017"),
        ]
        model.picture.symbols = [
            .init(number: 1, corners: corners, state: .new, symbology: .ean13, summary: rows[0].summary)
        ]
        model.history.replace(rows, total: 3)
        model.lastScan = LastScan(row: rows[0])
        return model
    }
}
