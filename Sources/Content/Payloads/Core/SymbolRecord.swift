import Files
import Formats
import Foundation
import Symbols

/// A symbol in the form that `read`, `watch` and the exports print.
package struct SymbolRecord: Hashable, Sendable {
    /// A picture, or the source of a scan.
    package enum Origin: Hashable, Sendable {
        /// A picture's path; `-` is standard input.
        case path(String)
        /// `Scan.source`: a camera's name, a path, `demo` or `-`.
        case source(String)
    }

    /// A part of a file with several pictures.
    package enum Part: Hashable, Sendable {
        case page(Int)
        case frame(Int)
    }

    /// The row in the history; nil for a symbol that is not stored.
    package var id: Int64?
    /// The picture or source; written under `path` or `source` in JSON.
    package var origin: Origin
    /// The page or frame of the file in which it is, from 1; nil where there is one only.
    package var part: Part?
    /// The time of the scan; nil for a picture.
    package var time: Timestamp?
    /// Its corners are in pixels of the picture or frame.
    package var symbol: Symbol
    package var payload: Payload
    /// The path of the saved picture of a scan; nil when none was saved.
    package var picture: String?
    /// What else is known of a scan in a history; written at the end.
    package var details: [JSONValue.Member] = []
    /// The name of a stored symbology that this version does not know; written instead of that of `symbol`.
    package var unknownSymbology: String?

    /// - Parameter payload: parsed from `symbol` when nil, the default.
    package init(
        id: Int64? = nil, origin: Origin, time: Timestamp? = nil, symbol: Symbol, payload: Payload? = nil
    ) {
        self.id = id
        self.origin = origin
        self.time = time
        self.symbol = symbol
        self.payload = payload ?? Payload.parse(symbol.content)
    }

    package init(id: Int64? = nil, scan: Scan, payload: Payload? = nil, picture: String? = nil) {
        self.init(
            id: id, origin: .source(scan.source), time: Timestamp(scan.time), symbol: scan.symbol, payload: payload)
        self.picture = picture
    }

    /// The documented JSON object, in this order: `id` if stored, `path` or `source`, `page` or `frame` if it is one of several, `time` if known, `symbology`,
    /// `identifier`, `text`, `bytes` (Base64), `charset`, `addOn` if any, `corners`, `payload`, `picture` if any, `details`. A path that
    /// is not valid UTF-8 is followed by its bytes in Base64: `pathBytes`, `sourceBytes`, `pictureBytes`.
    package var json: JSONValue {
        let content = symbol.content
        var members: [JSONValue.Member] = []
        if let id { members.append(.init("id", .integer(id))) }
        switch origin {
        case .path(let path): members += Self.name("path", path)
        case .source(let source): members += Self.name("source", source)
        }
        switch part {
        case .page(let number): members.append(.init("page", .integer(Int64(number))))
        case .frame(let number): members.append(.init("frame", .integer(Int64(number))))
        case nil: break
        }
        if let time { members.append(.init("time", .string(time.description))) }
        members.append(.init("symbology", .string(unknownSymbology ?? content.symbology.rawValue)))
        members.append(.init("identifier", .string(content.identifier)))
        members.append(.init("text", content.text.map { .string($0) } ?? .null))
        members.append(.init("bytes", .string(Data(content.bytes).base64EncodedString())))
        members.append(.init("charset", content.charset.map { .string($0) } ?? .null))
        if let addOn = content.addOn { members.append(.init("addOn", .string(addOn))) }
        members.append(.init("corners", symbol.corners.json))
        members.append(.init("payload", payload.json))
        if let picture { members += Self.name("picture", picture) }
        return .object(members + details)
    }

    private static func name(_ key: String, _ name: String) -> [JSONValue.Member] {
        if name.isUTF8FileName { return [.init(key, .string(name))] }
        return [
            .init(key, .string(name.withVisibleBytes)),
            .init(key + "Bytes", .string(Data(name.fileNameBytes).base64EncodedString())),
        ]
    }
}

extension Quadrilateral {
    /// An array of four `[x, y]`, rounded to a thousandth of a pixel.
    package var json: JSONValue { .array(corners.map { [.number(Self.rounded($0.x)), .number(Self.rounded($0.y))] }) }

    private static func rounded(_ value: Double) -> Double {
        abs(value) < 1e9 ? (value * 1000).rounded() / 1000 : value
    }
}
