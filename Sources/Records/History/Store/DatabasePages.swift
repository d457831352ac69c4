import Foundation
import GRDB

/// The rows in the pages of a database, found without the trees that hold them together: what SQLite itself cannot reach any more
/// where a page of a tree, or the first page, is damaged (sqlite.org/fileformat2.html, "B-tree Pages").
///
///     DatabasePages(bytes).forEachRow { number, values in … }
///
/// What was deleted is not found: its bytes are overwritten (`secure_delete`). Nothing is believed of the bytes.
struct DatabasePages {
    private let bytes: [UInt8]
    private let pageSize: Int
    /// Without what is reserved at the end of each page.
    private let usableSize: Int

    /// Rows of more columns are none of the history's.
    private static let maxColumns = 64
    private static let leafOfTable: UInt8 = 13

    /// The pages of a file. Where the header cannot be believed they have the usual size.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let hasHeader = bytes.count >= 100 && bytes.starts(with: Array("SQLite format 3\0".utf8))
        let size = hasHeader ? Int(bytes[16]) << 8 | Int(bytes[17]) : 0
        let isPower = size >= 512 && size & (size - 1) == 0
        pageSize = size == 1 ? 65536 : isPower ? size : 4096
        // SQLite reserves nothing by itself.
        let reserved = hasHeader && bytes[20] <= 32 ? Int(bytes[20]) : 0
        usableSize = pageSize - reserved
    }

    /// Calls `body` with the number and the values of each row of a table, page by page; texts as their bytes, for they may hold a NUL.
    func forEachRow(_ body: (Int64, [DatabaseValue]) throws -> Void) rethrows {
        for page in 0..<(bytes.count / pageSize) {
            let start = page * pageSize
            let header = start + (page == 0 ? 100 : 0)
            guard bytes[header] == Self.leafOfTable else { continue }
            let count = Int(number(at: header + 3, bytes: 2))
            for index in 0..<min(count, (usableSize - 108) / 2) {
                let pointer = start + Int(number(at: header + 8 + 2 * index, bytes: 2))
                guard pointer > header, pointer + 4 < start + usableSize, let row = row(at: pointer, page: start)
                else { continue }
                try body(row.number, row.values)
            }
        }
    }

    // MARK: - Cells

    private func row(at place: Int, page: Int) -> (number: Int64, values: [DatabaseValue])? {
        var at = place
        let size = variable(&at)
        let number = variable(&at)
        guard size > 1, size <= Int64(bytes.count), let payload = payload(at: at, size: Int(size), page: page),
            let values = Self.values(payload)
        else { return nil }
        return (number, values)
    }

    /// The bytes of a record, those of its overflow pages among them; nil if a page of them is none.
    private func payload(at place: Int, size: Int, page: Int) -> [UInt8]? {
        let most = usableSize - 35
        var local = size
        if size > most {
            let least = (usableSize - 12) * 32 / 255 - 23
            local = least + (size - least) % (usableSize - 4)
            if local > most { local = least }
        }
        let end = place + local
        guard end + (size > local ? 4 : 0) <= page + usableSize else { return nil }
        var payload = Array(bytes[place..<end])
        guard size > local else { return payload }
        var next = Int(number(at: end, bytes: 4))
        while payload.count < size {
            guard next > 1, next <= bytes.count / pageSize else { return nil }
            let start = (next - 1) * pageSize
            let part = min(size - payload.count, usableSize - 4)
            payload += bytes[start + 4..<start + 4 + part]
            next = Int(number(at: start, bytes: 4))
        }
        return payload
    }

    /// The values of a record ("Record Format"); nil if it is none.
    private static func values(_ payload: [UInt8]) -> [DatabaseValue]? {
        let record = DatabasePages(record: payload)
        var at = 0
        let headerSize = Int(clamping: record.variable(&at))
        guard headerSize > at, headerSize <= payload.count else { return nil }
        var types: [Int64] = []
        while at < headerSize {
            types.append(record.variable(&at))
            guard types.count <= maxColumns else { return nil }
        }
        guard at == headerSize else { return nil }
        var values: [DatabaseValue] = []
        for type in types {
            guard let size = size(of: type), at + size <= payload.count else { return nil }
            values.append(record.value(type, at: at, size: size))
            at += size
        }
        return at == payload.count ? values : nil
    }

    /// A record by itself, for what reads numbers.
    private init(record: [UInt8]) { (bytes, pageSize, usableSize) = (record, record.count, record.count) }

    /// How many bytes a value has; nil for types that files do not have.
    private static func size(of type: Int64) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: Int(type)
        case 5: 6
        case 6, 7: 8
        case 12...: Int(clamping: (type - 12) / 2)
        default: nil
        }
    }

    private func value(_ type: Int64, at place: Int, size: Int) -> DatabaseValue {
        switch type {
        case 0: return .null
        case 8: return 0.databaseValue
        case 9: return 1.databaseValue
        case 7: return Double(bitPattern: number(at: place, bytes: 8)).databaseValue
        case 1...6:
            let shift = UInt64(64 - 8 * size)
            return (Int64(bitPattern: number(at: place, bytes: size) << shift) >> Int64(shift)).databaseValue
        default: return Data(bytes[place..<place + size]).databaseValue
        }
    }

    // MARK: - Numbers

    /// A big-endian number; bytes behind the end count as 0.
    private func number(at place: Int, bytes count: Int) -> UInt64 {
        (place..<place + count).reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
    }

    /// A number of one to nine bytes ("Varint"); moves `place` behind it.
    private func variable(_ place: inout Int) -> Int64 {
        var result: UInt64 = 0
        for index in 0..<9 {
            guard place < bytes.count else { return -1 }
            let byte = bytes[place]
            place += 1
            if index == 8 { return Int64(bitPattern: result << 8 | UInt64(byte)) }
            result = result << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: result)
    }
}
