import Foundation

/// What is written into a picture beside its pixels.
package struct PictureMetadata: Sendable, Hashable {
    package var time: Date
    /// Where that was, for the local time that Exif has.
    package var timeZone: TimeZone
    /// What it shows, in words: the source and, for a scan, what was read.
    package var description: String
    /// The camera's name; nil for a picture of something else.
    package var model: String?
    package var software: String
    /// Where it came from: a camera's stable name, a path, `demo`.
    package var source: String

    package init(
        time: Date, timeZone: TimeZone = .current, description: String, model: String? = nil, software: String,
        source: String
    ) {
        self.time = time
        self.timeZone = timeZone
        self.description = description
        self.model = model
        self.software = software
        self.source = source
    }

    /// The time as RFC 3339 has it, with its offset: `2026-11-21T12:52:18.042+01:00`.
    var timestamp: String {
        let (date, clock, milliseconds, offset) = parts
        return "\(date[0])-\(date[1])-\(date[2])T\(clock).\(milliseconds)\(offset)"
    }

    /// The texts of a PNG by their keywords (PNG 11.3.4.2).
    var texts: [(key: String, text: String)] {
        [
            ("Creation Time", timestamp), ("Software", software), ("Source", model ?? source),
            ("Description", description),
        ].map { ($0.0, Self.text($0.1)) }
    }

    /// Exif 2.32 as a TIFF file of two directories.
    ///
    /// - Parameter orientation: how the stored pixels are to be shown, 1…8 (Exif tag 0x0112).
    func exif(width: Int, height: Int, orientation: Int) -> [UInt8] {
        let (date, clock, milliseconds, offset) = parts
        let moment = "\(date[0]):\(date[1]):\(date[2]) \(clock)"
        var first: [TIFF.Field] = [
            .ascii(0x010E, Self.text(description)), .short(0x0112, orientation), .ascii(0x0131, Self.text(software)),
            .ascii(0x0132, moment),
        ]
        if let model { first.insert(.ascii(0x0110, Self.text(model)), at: 1) }
        let details: [TIFF.Field] = [
            .undefined(0x9000, Array("0232".utf8)), .ascii(0x9003, moment), .ascii(0x9011, offset),
            .ascii(0x9291, milliseconds), .long(0xA002, width), .long(0xA003, height),
        ]
        return TIFF.file(first, exif: details)
    }

    /// Year, month and day; the time to the second; milliseconds; the offset from UTC.
    private var parts: (date: [String], clock: String, milliseconds: String, offset: String) {
        func padded(_ number: Int, _ digits: Int = 2) -> String {
            let text = String(max(0, number))
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        let at = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .nanosecond], from: time)
        let seconds = timeZone.secondsFromGMT(for: time)
        let offset = (seconds < 0 ? "-" : "+") + padded(abs(seconds) / 3600) + ":" + padded(abs(seconds) / 60 % 60)
        return (
            [padded(at.year ?? 0, 4), padded(at.month ?? 0), padded(at.day ?? 0)],
            [at.hour, at.minute, at.second].map { padded($0 ?? 0) }.joined(separator: ":"),
            padded((at.nanosecond ?? 0) / 1_000_000, 3), offset
        )
    }

    /// Names come from devices and symbols: without control characters, and no longer than anybody reads.
    private static func text(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(400).map(Character.init))
    }
}

/// The little of TIFF 6.0 that Exif needs.
private enum TIFF {
    /// One field of a directory.
    struct Field {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let value: [UInt8]

        static func ascii(_ tag: UInt16, _ text: String) -> Field {
            let value = Array(text.utf8) + [0]
            return Field(tag: tag, type: 2, count: value.count, value: value)
        }
        static func short(_ tag: UInt16, _ number: Int) -> Field {
            Field(tag: tag, type: 3, count: 1, value: bytes(UInt16(clamping: number)))
        }
        static func long(_ tag: UInt16, _ number: Int) -> Field {
            Field(tag: tag, type: 4, count: 1, value: bytes(UInt32(clamping: number)))
        }
        static func undefined(_ tag: UInt16, _ value: [UInt8]) -> Field {
            Field(tag: tag, type: 7, count: value.count, value: value)
        }
    }

    /// A big-endian file with `fields` in its directory and `exif` in the Exif one behind it.
    static func file(_ fields: [Field], exif: [Field]) -> [UInt8] {
        // Its place is known once the first directory is: a long, whatever it holds, is as long.
        func head(_ place: Int) -> [UInt8] { directory(fields + [.long(0x8769, place)], at: 8) }
        let place = 8 + head(0).count
        return [0x4D, 0x4D, 0, 42] + bytes(UInt32(8)) + head(place) + directory(exif, at: place)
    }

    /// A directory `at` this offset in bytes from the beginning of the file, with the values that do not fit into it.
    private static func directory(_ fields: [Field], at start: Int) -> [UInt8] {
        var entries = bytes(UInt16(fields.count))
        var values: [UInt8] = []
        let valuesAt = start + 2 + fields.count * 12 + 4
        for field in fields {
            entries += bytes(field.tag) + bytes(field.type) + bytes(UInt32(clamping: field.count))
            if field.value.count <= 4 {
                entries += field.value + [UInt8](repeating: 0, count: 4 - field.value.count)
            } else {
                entries += bytes(UInt32(clamping: valuesAt + values.count))
                // Values begin at even places.
                values += field.value + (field.value.count % 2 == 0 ? [] : [0])
            }
        }
        return entries + bytes(UInt32(0)) + values
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
