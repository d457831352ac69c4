import Formats

/// The parts of a rail ticket.
package struct RailTicket {
    /// A block of the ticket: six letters, two digits of version, four of length.
    struct Record {
        let id: String
        let version: String
        let data: ArraySlice<UInt8>
    }

    /// The record `U_HEAD`.
    package struct Head {
        /// The carrier's number, four characters; empty if there is none.
        package let carrier: String
        /// The ticket's number at its carrier; empty if there is none.
        package let order: String
        /// `2026-11-22 10:15`, or as written.
        package let issued: String
        let isDate: Bool
        /// 1 international, 2 edited by an agent, 4 a specimen.
        package let flags: Int
        let language: String

        init?(_ data: ArraySlice<UInt8>) {
            guard data.count >= 41 else { return nil }
            carrier = LatinText.of(data.prefix(4).prefix { $0 != 0 }).trimmingSpaces
            // Some fill it up with zeros instead of blanks.
            order = LatinText.of(data.dropFirst(4).prefix(20).prefix { $0 != 0 }).trimmingSpaces
            let time = data.dropFirst(24).prefix(12)
            flags = data.dropFirst(36).prefix(1).decimal ?? 0
            language = LatinText.of(data.dropFirst(37).prefix(2)).trimmingSpaces
            // Day, month, year, hour, minute.
            if let date = CivilDate(
                digits: time.dropFirst(4).prefix(4) + time.dropFirst(2).prefix(2) + time.prefix(2)),
                let hour = time.dropFirst(8).prefix(2).decimal, let minute = time.suffix(2).decimal, hour < 24,
                minute < 60
            {
                issued = "\(date) \(hour.padded(to: 2)):\(minute.padded(to: 2))"
                isDate = true
            } else {
                issued = LatinText.of(time)
                isDate = false
            }
        }
    }

    /// `01` or `02`; others are not known.
    package let version: String
    /// The carrier's number, four characters.
    package let carrier: String
    /// The key's number at the carrier, up to five characters.
    package let key: String
    let signatureLength: Int
    /// The signature with what its room is filled up with.
    package let signature: ArraySlice<UInt8>
    /// What it is over: the compressed records; nil if they are not all there.
    package private(set) var signed: ArraySlice<UInt8>?
    private(set) var records: [Record] = []
    /// Whether any record can be read.
    package var isReadable: Bool { !records.isEmpty }
    private(set) var warnings: [PayloadWarning] = []
    package private(set) var head: Head?
    /// What a printed ticket says, line by line.
    package private(set) var layoutText = ""
    private(set) var layoutStandard = ""

    /// Returns nil for anything that does not begin with the header.
    package init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= 14, bytes.count <= PayloadRegistry.maximumLength, let rest = bytes.after(prefix: "#UT"),
            rest.prefix(2).allSatisfy(ASCII.isDigit),
            rest.dropFirst(2).prefix(4).allSatisfy(ASCII.isAlphanumeric)
        else { return nil }
        version = rest.prefix(2).text
        carrier = rest.dropFirst(2).prefix(4).text
        key = LatinText.of(rest.dropFirst(6).prefix(5)).trimmingSpaces
        // A signature by DSA of 50 bytes; two numbers of 32 since version 2.
        signatureLength = version == "02" ? 64 : 50
        signature = rest.dropFirst(11).prefix(signatureLength)
        let body = rest.dropFirst(11 + signatureLength)
        guard let length = body.prefix(4).decimal else {
            warnings.append(.incomplete)
            return
        }
        let compressed = body.dropFirst(4).prefix(length)
        if compressed.count < length { warnings.append(.incomplete) } else { signed = compressed }
        do throws(Inflate.DataError) {
            readRecords(try Inflate.zlib(compressed)[...])
        } catch {
            if !warnings.isEmpty { return }
            warnings.append(error == .truncated ? .incomplete : .ticketDamaged)
        }
    }

    private mutating func readRecords(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while rest.count >= 12, records.count < 50 {
            guard let length = rest.dropFirst(8).prefix(4).decimal, length >= 12 else { break }
            let record = Record(
                id: LatinText.of(rest.prefix(6)).trimmingSpaces, version: LatinText.of(rest.dropFirst(6).prefix(2)),
                data: rest.prefix(length).dropFirst(12))
            if rest.count < length, warnings.isEmpty { warnings.append(.incomplete) }
            records.append(record)
            switch record.id {
            case "U_HEAD": head = Head(record.data)
            case "U_TLAY": readLayout(record.data)
            default: break
            }
            rest = rest.dropFirst(length)
        }
        if records.isEmpty { warnings.append(.ticketWithoutRecords) }
    }

    /// Fields with line, column, height, width, form and length, put where they are printed.
    private mutating func readLayout(_ data: ArraySlice<UInt8>) {
        layoutStandard = LatinText.of(data.prefix(4)).trimmingSpaces
        guard let count = data.dropFirst(4).prefix(4).decimal else { return }
        var rest = data.dropFirst(8)
        var printed: [(line: Int, column: Int, text: String)] = []
        for _ in 0..<min(count, 200) {
            guard rest.count >= 13, let line = rest.prefix(2).decimal, let column = rest.dropFirst(2).prefix(2).decimal,
                let length = rest.dropFirst(9).prefix(4).decimal
            else { break }
            let text = LatinText.of(rest.dropFirst(13).prefix(length))
            for (offset, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                printed.append((line + offset, column, String(part)))
            }
            rest = rest.dropFirst(13 + length)
        }
        let lines = Dictionary(grouping: printed, by: \.line).sorted { $0.key < $1.key }
        layoutText = lines.map { line in
            line.value.sorted { $0.column < $1.column }.map(\.text.trimmingSpaces).filter { !$0.isEmpty }
                .joined(separator: "  ")
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

/// Text that older formats write in Latin-1, and newer ones in UTF-8.
enum LatinText {
    static func of(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
