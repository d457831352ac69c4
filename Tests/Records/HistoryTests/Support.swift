import History
import Foundation
import Glibc
import Symbols

/// A temporary folder for one test, removed with its contents on release.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "quietzone-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { _ = try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// The names of its entries.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

/// The permission bits of `path`; -1 when there is none.
func mode(_ path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_mode & 0o777) : -1
}

func read(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
}

let testCorners = Quadrilateral(
    topLeft: Point(x: 1, y: 2), topRight: Point(x: 3.5, y: 2), bottomRight: Point(x: 3.5, y: 4.125),
    bottomLeft: Point(x: 1, y: -4))

/// A scan at `seconds` after 1970.
func scan(_ text: String, at seconds: Double = 0, source: String = "demo") -> Scan {
    Scan(
        time: Date(timeIntervalSince1970: seconds), source: source,
        symbol: Symbol(content: SymbolContent(symbology: .qrCode, text: text), corners: testCorners))
}

/// A scan with bytes that are not text.
func scan(bytes: [UInt8]) -> Scan {
    Scan(
        time: Date(timeIntervalSince1970: 0), source: "demo",
        symbol: Symbol(
            content: SymbolContent(symbology: .dataMatrix, bytes: bytes, text: nil, charset: nil), corners: testCorners)
    )
}

extension ExportOptions {
    /// All of what a symbol and its scan hold, times in UTC.
    static var exact: ExportOptions {
        var options = ExportOptions()
        options.columns = ExportColumn.allCases.filter {
            ![.zone, .frame, .part, .pinned, .fields, .product, .grade, .gradeValue].contains($0)
        }
        options.times = .utc
        return options
    }
}
