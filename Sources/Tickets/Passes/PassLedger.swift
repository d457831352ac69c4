import Files
import Formats
import Glibc

/// What was made already: a line for each pass in a file of the folder that they are in, by their serial numbers. A second run makes nothing twice,
/// also where files were moved away meanwhile.
package struct PassLedger {
    package static let fileName = "passes.jsonl"
    /// The most bytes of it that are read: those of a million passes.
    private static let maximumBytes = 256 << 20

    /// A pass that was made.
    package struct Entry: Hashable, Sendable {
        package let serialNumber: String
        package let file: String
        /// The SHA-256 of its manifest, by which two passes are the same.
        package let sum: String
    }

    private let path: String
    private var entries: [String: Entry] = [:]

    /// The ledger of a folder; an empty one where there is none. A last line that breaks off, of a run that was killed, counts as none.
    ///
    /// - Throws: `PassProblem` if it cannot be read, or is none.
    package init(folder: String) throws(PassProblem) {
        path = "\(folder)/\(Self.fileName)"
        guard Folder.contains(path) else { return }
        let shown = path.withVisibleBytes
        guard let bytes = try? RegularFile.read(path, atMost: Self.maximumBytes + 1), bytes.count <= Self.maximumBytes
        else {
            throw PassProblem(.wrongValue, shown, "it cannot be read: it lists the passes already made")
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for line in lines.dropLast() where !line.isEmpty {
            guard let json = try? JSONValue(parsing: Array(line)),
                let serial = json.text("serialNumber"), let file = json.text("file"), let sum = json.text("sum")
            else { throw PassProblem(.wrongValue, shown, "a line of it is damaged: it lists the passes already made") }
            entries[serial] = Entry(serialNumber: serial, file: file, sum: sum)
        }
    }

    /// The pass with this serial number; nil if none was made.
    package subscript(serialNumber: String) -> Entry? { entries[serialNumber] }

    /// Adds a pass, on disk when this returns.
    package mutating func add(_ entry: Entry) throws(PassProblem) {
        let line: JSONValue = [
            "serialNumber": .string(entry.serialNumber), "file": .string(entry.file), "sum": .string(entry.sum),
        ]
        let descriptor = open(path.fileSystemPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        // Behind the last whole line: what a killed run left of another is written over.
        var end = lseek(descriptor, 0, SEEK_END)
        var byte: UInt8 = 0
        while end > 0, pread(descriptor, &byte, 1, end - 1) == 1, byte != 0x0A { end -= 1 }
        let bytes = Array(line.text.utf8) + [0x0A]
        guard end >= 0, ftruncate(descriptor, end) == 0, pwrite(descriptor, bytes, bytes.count, end) == bytes.count,
            fdatasync(descriptor) == 0
        else { throw failure(errno) }
        entries[entry.serialNumber] = entry
    }

    /// Holds the ledger of a folder for one run: two would sign the same passes, and write over each other's lines.
    ///
    /// - Returns: a file descriptor; closing it lets the next run in.
    /// - Throws: `PassProblem` if another run holds it.
    static func lock(folder: String) throws(PassProblem) -> Int32 {
        let path = "\(folder)/\(fileName)"
        let descriptor = open(path.fileSystemPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path, errno) }
        // Where the file system has no locks, runs go on without.
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            throw PassProblem(
                .wrongValue, path.withVisibleBytes, "another run is making passes here: wait until it has ended")
        }
        return descriptor
    }

    private func failure(_ code: Int32) -> PassProblem { Self.failure(path, code) }

    private static func failure(_ path: String, _ code: Int32) -> PassProblem {
        PassProblem(.wrongValue, path.withVisibleBytes, "it cannot be written: \(String(cString: strerror(code)))")
    }
}
