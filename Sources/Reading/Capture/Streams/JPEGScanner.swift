/// Finds JPEG pictures in a stream by their markers (ITU-T T.81, annex B).
///
/// Segments are passed over by their length, so that a thumbnail inside one ends nothing; what lies between
/// pictures (multipart boundaries, padding) is ignored; a picture that is cut short by another is returned
/// incomplete.
struct JPEGScanner {
    /// The start marker of the next picture was read while the one before it was scanned.
    private var isAtStart = false

    /// Leaves the next picture in `bytes`; returns false at the end of the stream.
    mutating func nextPicture(from input: StreamInput, into bytes: inout [UInt8]) throws(StreamError) -> Bool {
        while true {
            if !isAtStart { guard try Self.findStart(in: input) else { return false } }
            isAtStart = false
            bytes.removeAll(keepingCapacity: true)
            bytes += [0xFF, 0xD8]
            switch try scan(input, into: &bytes) {
            case .complete: return true
            case .broken(let hasPixels): if hasPixels { return true }
            }
        }
    }

    private enum Outcome {
        case complete
        /// The data broke off; whether a scan had begun, so that something can be decoded.
        case broken(hasPixels: Bool)
    }

    /// Reads up to and with the end marker.
    private mutating func scan(_ input: StreamInput, into bytes: inout [UInt8]) throws(StreamError) -> Outcome {
        var hasPixels = false
        var marker = try Self.marker(from: input, into: &bytes)
        while let code = marker {
            guard bytes.count < PictureStream.largestPicture else {
                throw .malformed("a JPEG picture is larger than \(PictureStream.largestPicture >> 20) MiB")
            }
            switch code {
            case 0xD8:
                bytes.removeLast(2)
                isAtStart = true
                return .broken(hasPixels: hasPixels)
            case 0xD9: return .complete
            case 0x01, 0xD0...0xD7: marker = try Self.marker(from: input, into: &bytes)
            default:
                guard try Self.segment(from: input, into: &bytes) else { return .broken(hasPixels: hasPixels) }
                if code == 0xDA {
                    hasPixels = true
                    marker = try Self.entropyData(from: input, into: &bytes)
                } else {
                    marker = try Self.marker(from: input, into: &bytes)
                }
            }
        }
        return .broken(hasPixels: hasPixels)
    }

    /// Passes over bytes up to and with FF D8; returns false at the end.
    private static func findStart(in input: StreamInput) throws(StreamError) -> Bool {
        var passed = 0
        var previous: UInt8 = 0
        while let byte = try input.nextByte() {
            if previous == 0xFF && byte == 0xD8 { return true }
            previous = byte
            passed += 1
            guard passed < PictureStream.largestPicture else {
                throw .malformed("no JPEG picture follows within \(PictureStream.largestPicture >> 20) MiB")
            }
        }
        return false
    }

    /// Appends a marker, fill bytes included, and returns its code; nil when none is there.
    private static func marker(from input: StreamInput, into bytes: inout [UInt8]) throws(StreamError) -> UInt8? {
        guard try input.nextByte() == 0xFF else { return nil }
        while let code = try input.nextByte() {
            if code == 0xFF { continue }
            bytes += [0xFF, code]
            return code == 0 ? nil : code
        }
        return nil
    }

    /// Appends a segment's length and content; returns false when it is cut or its length is invalid.
    private static func segment(from input: StreamInput, into bytes: inout [UInt8]) throws(StreamError) -> Bool {
        guard let high = try input.nextByte(), let low = try input.nextByte() else { return false }
        let length = Int(high) << 8 | Int(low)
        guard length >= 2 else { return false }
        bytes += [high, low]
        return try input.append(length - 2, to: &bytes)
    }

    /// Appends entropy-coded data up to and with the marker that ends it, whose code it returns.
    private static func entropyData(from input: StreamInput, into bytes: inout [UInt8]) throws(StreamError) -> UInt8? {
        while try input.append(through: 0xFF, to: &bytes, limit: PictureStream.largestPicture) {
            var next = try input.nextByte()
            while next == 0xFF { next = try input.nextByte() }
            guard let code = next else { return nil }
            bytes.append(code)
            // A stuffed zero and restart markers belong to the data.
            if code != 0 && !(0xD0...0xD7).contains(code) { return code }
        }
        if bytes.count >= PictureStream.largestPicture {
            throw .malformed("a JPEG picture is larger than \(PictureStream.largestPicture >> 20) MiB")
        }
        return nil
    }
}

/// Finds PNG pictures that follow each other in a stream, by their chunks.
enum PNGScanner {
    /// Leaves the next picture in `bytes`; returns false at the end of the stream.
    static func nextPicture(from input: StreamInput, into bytes: inout [UInt8]) throws(StreamError) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        guard try input.append(8, to: &bytes) else {
            if bytes.isEmpty { return false }
            throw .truncated
        }
        // The pixels of a picture that is cut short may be enough.
        let header = 8 + 25
        guard PictureFormat(beginning: bytes) == .png else { throw .malformed("a PNG picture should begin here") }
        while true {
            let chunk = bytes.count
            guard try input.append(8, to: &bytes) else {
                if bytes.count > header { return true }
                throw .truncated
            }
            let length = bytes[chunk..<chunk + 4].reduce(0) { $0 << 8 | Int($1) }
            guard bytes.count + length + 4 <= PictureStream.largestPicture else {
                throw .malformed("a PNG picture is larger than \(PictureStream.largestPicture >> 20) MiB")
            }
            guard try input.append(length + 4, to: &bytes) else {
                if bytes.count > header { return true }
                throw .truncated
            }
            if bytes[chunk + 4..<chunk + 8].elementsEqual("IEND".utf8) { return true }
        }
    }
}
