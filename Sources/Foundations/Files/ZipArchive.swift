/// How long an entry of an archive is, and its checksum.
package struct ZipSize {
    package private(set) var count: UInt64 = 0
    private var register: UInt32 = .max

    package init() {}

    /// CRC-32 of what was added (ISO 3309).
    package var checksum: UInt32 { ~register }

    /// Adds bytes behind those that were added before.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += UInt64(bytes.count)
        var register = register
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { register = register >> 8 ^ table[Int(UInt8(truncatingIfNeeded: register) ^ byte)] }
        }
        self.register = register
    }

    private static let table: [UInt32] = (0..<256).map { value in
        (0..<8).reduce(UInt32(value)) { rest, _ in rest & 1 == 1 ? rest >> 1 ^ 0xEDB8_8320 : rest >> 1 }
    }
}

/// An archive of files that are stored as they are (PKWARE APPNOTE 6.3.10), written from its beginning to its end, in less than 4 GiB and
/// 65,536 files. All have the same time, so that the same files in the same order give the same bytes.
package struct ZipArchive {
    /// Takes the next bytes.
    package typealias Sink = (UnsafeRawBufferPointer) throws -> Void

    /// The archive would be larger than the format allows.
    package struct TooLarge: Error, Equatable {}

    private struct Entry {
        let name: [UInt8]
        let size: ZipSize
        let offset: UInt64
    }

    private let sink: Sink
    private var entries: [Entry] = []
    private var position: UInt64 = 0
    private var directory: UInt64 = 0

    package init(_ sink: @escaping Sink) { self.sink = sink }

    /// Adds a whole file.
    ///
    /// - Throws: `TooLarge`, or what the sink throws.
    package mutating func add(_ name: String, _ bytes: [UInt8]) throws {
        var size = ZipSize()
        bytes.withUnsafeBytes { size.add($0) }
        try begin(name, size)
        try bytes.withUnsafeBytes { try write($0) }
    }

    /// Begins a file of which exactly `size` is written then.
    ///
    /// - Throws: `TooLarge` when the archive cannot hold it; what the sink throws.
    package mutating func begin(_ name: String, _ size: ZipSize) throws {
        let entry = Entry(name: Array(name.utf8), size: size, offset: position)
        // The directory behind the files has 46 bytes and a name for each.
        directory += 46 + UInt64(entry.name.count)
        guard entries.count < UInt16.max, entry.name.count <= UInt16.max,
            position + size.count + directory < UInt64(UInt32.max) - 65_536
        else { throw TooLarge() }
        entries.append(entry)
        var header: [UInt8] = []
        header.append(little: 0x0403_4B50, bytes: 4)
        Self.describe(entry, into: &header)
        header += entry.name
        try put(header)
    }

    /// Writes the next bytes of the file that was begun last.
    package mutating func write(_ bytes: UnsafeRawBufferPointer) throws {
        position += UInt64(bytes.count)
        try sink(bytes)
    }

    /// Writes the directory, which ends the archive.
    package mutating func finish() throws {
        let start = position
        for entry in entries {
            var header: [UInt8] = []
            header.append(little: 0x0201_4B50, bytes: 4)
            // Made by version 2.0.
            header.append(little: 20, bytes: 2)
            Self.describe(entry, into: &header)
            // Comment, disk, attributes.
            header.append(little: 0, bytes: 10)
            header.append(little: entry.offset, bytes: 4)
            header += entry.name
            try put(header)
        }
        var end: [UInt8] = []
        end.append(little: 0x0605_4B50, bytes: 4)
        end.append(little: 0, bytes: 4)
        end.append(little: UInt64(entries.count), bytes: 2)
        end.append(little: UInt64(entries.count), bytes: 2)
        end.append(little: position - start, bytes: 4)
        end.append(little: start, bytes: 4)
        end.append(little: 0, bytes: 2)
        try put(end)
    }

    /// What both headers of a file have: version 2.0, the flag of names in UTF-8 where it matters, stored, 1980-01-01, checksum, lengths.
    private static func describe(_ entry: Entry, into header: inout [UInt8]) {
        header.append(little: 20, bytes: 2)
        header.append(little: entry.name.allSatisfy { $0 < 0x80 } ? 0 : 0x0800, bytes: 2)
        header.append(little: 0, bytes: 4)
        header.append(little: 0x0021, bytes: 2)
        header.append(little: UInt64(entry.size.checksum), bytes: 4)
        header.append(little: entry.size.count, bytes: 4)
        header.append(little: entry.size.count, bytes: 4)
        header.append(little: UInt64(entry.name.count), bytes: 2)
        header.append(little: 0, bytes: 2)
    }

    private mutating func put(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try write($0) } }
}

extension [UInt8] {
    fileprivate mutating func append(little value: UInt64, bytes: Int) {
        for place in 0..<bytes { append(UInt8(truncatingIfNeeded: place < 8 ? value >> (8 * UInt64(place)) : 0)) }
    }
}
