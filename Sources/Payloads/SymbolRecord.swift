import Files
import Foundation
import Symbols

/// One symbol as `read`, `watch` and the exports print it.
public struct SymbolRecord: Hashable, Sendable {
    /// Where a symbol was found.
    public enum Origin: Hashable, Sendable {
        /// A picture's path; `-` is standard input.
        case path(String)
        /// What a scan carries as its source: a camera's name, a path, `demo` or `-`.
        case source(String)
    }

    /// The row of the history; nil for a symbol that is not kept.
    public var id: Int64?
    /// Where it was found.
    public var origin: Origin
    /// When it was found; nil for a picture.
    public var time: Timestamp?
    /// The symbol and its corners.
    public var symbol: Symbol
    /// What it means.
    public var payload: Payload
    /// The path of the picture that a scan was seen in; nil where none is kept.
    public var picture: String?

    /// A symbol of a picture or stream; its payload is parsed here unless it is given.
    public init(
        id: Int64? = nil, origin: Origin, time: Timestamp? = nil, symbol: Symbol, payload: Payload? = nil
    ) {
        self.id = id
        self.origin = origin
        self.time = time
        self.symbol = symbol
        self.payload = payload ?? Payload.parse(symbol.content)
    }

    /// The record of a scan.
    public init(id: Int64? = nil, scan: Scan, payload: Payload? = nil, picture: String? = nil) {
        self.init(
            id: id, origin: .source(scan.source), time: Timestamp(scan.time), symbol: scan.symbol, payload: payload)
        self.picture = picture
    }

    /// The documented object: `id` if kept, `path` or `source`, `time` if known, `symbology`,
    /// `identifier`, `text`, `bytes` (Base64), `charset`, `addOn` if there is one, `corners`, `payload`, `picture` if
    /// there is one, in this order. Behind a path that is no UTF-8 its bytes follow in Base64: `pathBytes`,
    /// `sourceBytes`, `pictureBytes`.
    public var json: JSONValue {
        let content = symbol.content
        var members: [JSONValue.Member] = []
        if let id { members.append(.init("id", .integer(id))) }
        switch origin {
        case .path(let path): members += Self.name("path", path)
        case .source(let source): members += Self.name("source", source)
        }
        if let time { members.append(.init("time", .string(time.description))) }
        members.append(.init("symbology", .string(content.symbology.rawValue)))
        members.append(.init("identifier", .string(content.identifier)))
        members.append(.init("text", content.text.map { .string($0) } ?? .null))
        members.append(.init("bytes", .string(Data(content.bytes).base64EncodedString())))
        members.append(.init("charset", content.charset.map { .string($0) } ?? .null))
        if let addOn = content.addOn { members.append(.init("addOn", .string(addOn))) }
        members.append(.init("corners", symbol.corners.json))
        members.append(.init("payload", payload.json))
        if let picture { members += Self.name("picture", picture) }
        return .object(members)
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
    /// Four `[x, y]`, to a thousandth of a pixel.
    public var json: JSONValue { .array(corners.map { [.number(Self.rounded($0.x)), .number(Self.rounded($0.y))] }) }

    private static func rounded(_ value: Double) -> Double {
        abs(value) < 1e9 ? (value * 1000).rounded() / 1000 : value
    }
}
