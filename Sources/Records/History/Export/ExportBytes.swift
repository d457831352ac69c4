import Files
import Formats
import Payloads
import Symbols

/// What cells are written with: bytes at the end of a buffer, with no `String` between where a million rows would feel it.
extension [UInt8] {
    /// Appends what `body` puts, at most `capacity` bytes of it, in one piece.
    private mutating func append(atMost capacity: Int, _ body: (inout ByteCursor) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
            var cursor = ByteCursor(room)
            body(&cursor)
            append(contentsOf: cursor.written)
        }
    }

    /// Appends a whole number.
    mutating func append(decimal number: Int64) { append(atMost: 20) { $0.put(decimal: number) } }

    /// Appends a moment as ISO 8601 with milliseconds.
    ///
    /// - Parameters:
    ///   - time: milliseconds since 1970.
    ///   - offset: seconds that the local time is ahead of UTC, for a local time; nil for UTC.
    mutating func append(time: Int64) {
        let (day, rest) = Timestamp(milliseconds: time).civilDay
        append(atMost: 24) { cursor in
            cursor.put(day.year, width: 4)
            cursor.put(UInt8(ascii: "-"))
            cursor.put(day.month, width: 2)
            cursor.put(UInt8(ascii: "-"))
            cursor.put(day.day, width: 2)
            cursor.put(UInt8(ascii: "T"))
            cursor.put(rest / 3_600_000, width: 2)
            cursor.put(UInt8(ascii: ":"))
            cursor.put(rest / 60_000 % 60, width: 2)
            cursor.put(UInt8(ascii: ":"))
            cursor.put(rest / 1000 % 60, width: 2)
            cursor.put(UInt8(ascii: "."))
            cursor.put(rest % 1000, width: 3)
            cursor.put(UInt8(ascii: "Z"))
        }
    }

    /// Appends how far local time is ahead of UTC, in seconds: `+02:00`.
    mutating func append(zone offset: Int64) {
        if Self.offsets.contains(offset) { append(contentsOf: Timestamp.zone(Int(offset)).utf8) }
    }

    /// Seconds that a local time may be ahead of UTC.
    private static var offsets: ClosedRange<Int64> { -86_399...86_399 }

    /// Appends text; what is not UTF-8 becomes U+FFFD.
    mutating func append(text bytes: UnsafeRawBufferPointer) {
        if bytes.isASCII {
            append(contentsOf: bytes)
        } else {
            append(contentsOf: String(decoding: bytes, as: UTF8.self).utf8)
        }
    }

    /// Appends the name of a file, with U+FFFD for each byte of it that is not UTF-8.
    mutating func append(fileName bytes: UnsafeRawBufferPointer) {
        if bytes.isASCII {
            append(contentsOf: bytes)
        } else {
            append(contentsOf: String(decoding: bytes, as: UTF8.self).withVisibleBytes.utf8)
        }
    }

    /// Appends bytes in Base64 (RFC 4648), padded.
    mutating func append(base64 bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        append(atMost: (bytes.count + 2) / 3 * 4) { cursor in
            var index = 0
            while index + 3 <= bytes.count {
                let (a, b, c) = (bytes[index], bytes[index + 1], bytes[index + 2])
                cursor.put(base64: a >> 2)
                cursor.put(base64: (a & 3) << 4 | b >> 4)
                cursor.put(base64: (b & 15) << 2 | c >> 6)
                cursor.put(base64: c & 63)
                index += 3
            }
            guard index < bytes.count else { return }
            let hasSecond = index + 1 < bytes.count
            let (a, b) = (bytes[index], hasSecond ? bytes[index + 1] : 0)
            cursor.put(base64: a >> 2)
            cursor.put(base64: (a & 3) << 4 | b >> 4)
            if hasSecond { cursor.put(base64: (b & 15) << 2) } else { cursor.put(UInt8(ascii: "=")) }
            cursor.put(UInt8(ascii: "="))
        }
    }

    /// Appends the 16 bytes of an identity in the form of a UUID.
    mutating func append(uuid bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return }
        append(atMost: 36) { cursor in
            for (index, byte) in bytes.enumerated() {
                if index == 4 || index == 6 || index == 8 || index == 10 { cursor.put(UInt8(ascii: "-")) }
                cursor.put(hexadecimal: byte >> 4)
                cursor.put(hexadecimal: byte & 15)
            }
        }
    }

    /// Appends four corners as `Quadrilateral.json` writes them; nothing where there are not eight numbers.
    mutating func append(corners bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 64 else { return }
        func value(_ index: Int) -> Double {
            Double(
                bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)))
        }
        let areUsual = (0..<8).allSatisfy { abs(value($0)) < ByteCursor.largestCoordinate }
        guard areUsual else {
            let points = (0..<4).map { Point(x: value($0 * 2), y: value($0 * 2 + 1)) }
            return Quadrilateral(
                topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3]
            ).json.write(into: &self)
        }
        append(atMost: 160) { cursor in
            for index in 0..<8 {
                cursor.put(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
                if index % 2 == 0 { cursor.put(UInt8(ascii: "[")) }
                cursor.put(coordinate: value(index))
                if index % 2 == 1 { cursor.put(UInt8(ascii: "]")) }
            }
            cursor.put(UInt8(ascii: "]"))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether all of it is ASCII.
    var isASCII: Bool {
        var bits: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            bits |= loadUnaligned(fromByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < count {
            bits |= UInt64(self[index])
            index += 1
        }
        return bits & 0x8080_8080_8080_8080 == 0
    }
}
