/// Decompresses zlib and deflate streams (RFC 1950, RFC 1951) into at most a given number of bytes, whatever they announce.
package enum Inflate {
    /// What may come out of a symbol's bytes, at most.
    static let maximumOutput = 262_144
    /// Deflate cannot reach more than 1032 times; no document of this kind comes near.
    static let maximumRatio = 200

    /// Why nothing came out.
    package enum Failure: Error, Hashable { case damaged, truncated, tooLarge, wrongChecksum }

    /// The bytes that `stream`, with zlib's header and checksum, was made of.
    ///
    /// - Throws: `Failure.tooLarge` beyond `maximumOutput` bytes or `maximumRatio` times the input.
    package static func zlib(_ stream: ArraySlice<UInt8>) throws(Failure) -> [UInt8] {
        guard stream.count >= 2 else { throw .truncated }
        let (method, flags) = (stream[stream.startIndex], stream[stream.startIndex + 1])
        // No preset dictionary.
        guard method & 15 == 8, method >> 4 <= 7, flags & 0x20 == 0, (Int(method) << 8 | Int(flags)) % 31 == 0 else {
            throw .damaged
        }
        var inflater = Inflater(stream.dropFirst(2), limit: min(maximumOutput, stream.count * maximumRatio))
        try inflater.run()
        guard let stated = inflater.bytesAfterStream(4) else { throw .truncated }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in inflater.output {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        guard stated.reduce(UInt32(0), { $0 << 8 | UInt32($1) }) == b << 16 | a else { throw .wrongChecksum }
        return inflater.output
    }

    /// The bytes that a deflate stream without a header was made of, which must be all of `stream`.
    ///
    /// - Parameter limit: how many there may be.
    /// - Throws: `Failure.tooLarge` beyond that, `Failure.damaged` also where something stands behind the stream.
    package static func deflated(_ stream: ArraySlice<UInt8>, limit: Int) throws(Failure) -> [UInt8] {
        var inflater = Inflater(stream, limit: limit)
        try inflater.run()
        guard inflater.bytesAfterStream(1) == nil else { throw .damaged }
        return inflater.output
    }

    /// Whether `bytes` begin as a zlib stream does.
    package static func isZlib(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count >= 6 else { return false }
        let (method, flags) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
        return method & 15 == 8 && method >> 4 <= 7 && (Int(method) << 8 | Int(flags)) % 31 == 0
    }
}

/// One deflate stream, bit by bit; the algorithm is that of zlib's puff.c (Mark Adler).
private struct Inflater {
    private let input: ArraySlice<UInt8>
    private let limit: Int
    private var position: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private(set) var output: [UInt8] = []

    init(_ input: ArraySlice<UInt8>, limit: Int) {
        (self.input, self.limit, position) = (input, limit, input.startIndex)
    }

    /// The bytes behind the stream's last, partly used one; nil when there are fewer.
    func bytesAfterStream(_ count: Int) -> ArraySlice<UInt8>? {
        position + count <= input.endIndex ? input[position..<position + count] : nil
    }

    private mutating func take(_ count: Int) throws(Inflate.Failure) -> Int {
        while bitCount < count {
            guard position < input.endIndex else { throw .truncated }
            bits |= UInt32(input[position]) << UInt32(bitCount)
            position += 1
            bitCount += 8
        }
        let value = bits & (1 << UInt32(count) - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return Int(value)
    }

    private mutating func append(_ byte: UInt8) throws(Inflate.Failure) {
        guard output.count < limit else { throw .tooLarge }
        output.append(byte)
    }

    mutating func run() throws(Inflate.Failure) {
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try readStored()
            case 1: try readCodes(Self.fixedLengths, Self.fixedDistances)
            case 2:
                let (lengths, distances) = try readTables()
                try readCodes(lengths, distances)
            default: throw .damaged
            }
        }
    }

    private mutating func readStored() throws(Inflate.Failure) {
        (bits, bitCount) = (0, 0)
        guard position + 4 <= input.endIndex else { throw .truncated }
        let length = Int(input[position]) | Int(input[position + 1]) << 8
        let complement = Int(input[position + 2]) | Int(input[position + 3]) << 8
        guard length == ~complement & 0xFFFF else { throw .damaged }
        position += 4
        guard position + length <= input.endIndex else { throw .truncated }
        guard output.count + length <= limit else { throw .tooLarge }
        output += input[position..<position + length]
        position += length
    }

    /// A Huffman code: how many symbols have each length, and the symbols in order.
    struct Table {
        var counts = [Int](repeating: 0, count: 16)
        var symbols: [Int]

        /// Returns nil when there are more codes than lengths have room for.
        init?(_ lengths: [Int]) {
            for length in lengths { counts[length] += 1 }
            var room = 1
            for length in 1...15 {
                room = room << 1 - counts[length]
                if room < 0 { return nil }
            }
            var offsets = [Int](repeating: 0, count: 16)
            for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
            symbols = [Int](repeating: 0, count: lengths.count)
            for (symbol, length) in lengths.enumerated() where length != 0 {
                symbols[offsets[length]] = symbol
                offsets[length] += 1
            }
        }
    }

    private static let fixedLengths = Table(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    private static let fixedDistances = Table([Int](repeating: 5, count: 30))

    private mutating func symbol(_ table: Table) throws(Inflate.Failure) -> Int {
        var (code, first, index) = (0, 0, 0)
        for length in 1...15 {
            code |= try take(1)
            let count = table.counts[length]
            if code - count < first { return table.symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        throw .damaged
    }

    private mutating func readTables() throws(Inflate.Failure) -> (Table?, Table?) {
        let lengthCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let codeCount = try take(4) + 4
        guard lengthCount <= 286, distanceCount <= 30 else { throw .damaged }
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var codeLengths = [Int](repeating: 0, count: 19)
        for index in order.prefix(codeCount) { codeLengths[index] = try take(3) }
        guard let codes = Table(codeLengths) else { throw .damaged }
        var lengths: [Int] = []
        while lengths.count < lengthCount + distanceCount {
            let symbol = try symbol(codes)
            if symbol < 16 {
                lengths.append(symbol)
                continue
            }
            let (value, count): (Int, Int)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw .damaged }
                (value, count) = (last, try take(2) + 3)
            case 17: (value, count) = (0, try take(3) + 3)
            default: (value, count) = (0, try take(7) + 11)
            }
            lengths += repeatElement(value, count: count)
        }
        guard lengths.count == lengthCount + distanceCount, lengths[256] != 0 else { throw .damaged }
        return (Table(Array(lengths[..<lengthCount])), Table(Array(lengths[lengthCount...])))
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227,
        258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
        6145,
        8193, 12289, 16385, 24577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ]

    private mutating func readCodes(_ lengths: Table?, _ distances: Table?) throws(Inflate.Failure) {
        guard let lengths, let distances else { throw .damaged }
        while true {
            let code = try symbol(lengths)
            if code < 256 {
                try append(UInt8(code))
                continue
            }
            if code == 256 { return }
            guard code - 257 < Self.lengthBases.count else { throw .damaged }
            let length = Self.lengthBases[code - 257] + (try take(Self.lengthBits[code - 257]))
            let index = try symbol(distances)
            guard index < Self.distanceBases.count else { throw .damaged }
            let distance = Self.distanceBases[index] + (try take(Self.distanceBits[index]))
            guard distance <= output.count else { throw .damaged }
            for _ in 0..<length { try append(output[output.count - distance]) }
        }
    }
}
