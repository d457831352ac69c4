import Files
import Formats

/// An archive of strangers (PKWARE APPNOTE 6.3.10), read whole. Nothing is inflated before all of its directory was found right: names that
/// lead out of a folder or are there twice, files that lie on each other, sizes beyond the limits, and bytes that belong to no file are refused.
struct ZipReader {
    /// What an archive may have.
    struct Limits {
        /// Files and folders.
        var entries = 1000
        /// Bytes of all files together, inflated.
        var bytes = 64 << 20
    }

    /// A file.
    struct File {
        let name: String
        let bytes: [UInt8]
    }

    private struct Entry {
        let name: String
        let flags: Int
        let method: Int
        let checksum: UInt32
        let packed: Int
        let size: Int
        let offset: Int
    }

    private let bytes: [UInt8]
    private let limits: Limits

    /// The files of an archive, in the order of its directory, without its folders.
    ///
    /// - Throws: `PassProblem` for what is not an archive, or no harmless one.
    static func files(_ bytes: [UInt8], limits: Limits = Limits()) throws(PassProblem) -> [File] {
        try ZipReader(bytes: bytes, limits: limits).files()
    }

    /// How many bytes the files of an archive have by its directory, without inflating one; 0 for what is not an archive, of which nothing
    /// is inflated.
    static func announcedBytes(of bytes: [UInt8]) -> Int {
        (try? ZipReader(bytes: bytes, limits: Limits()).directory())?.entries.reduce(0) { $0 + $1.size } ?? 0
    }

    private func files() throws(PassProblem) -> [File] {
        let (entries, start) = try directory()
        var seen: Set<String> = []
        var total = 0
        for entry in entries {
            try check(name: entry.name)
            // Upper and lower case are one file on many systems.
            guard seen.insert(entry.name.lowercased()).inserted else {
                throw PassProblem(.duplicateName, entry.name, "the archive has it twice")
            }
            guard entry.flags & 1 == 0 else { throw PassProblem(.encryptedFile, entry.name, "it is encrypted") }
            guard entry.method == 0 || entry.method == 8 else {
                throw PassProblem(
                    .damagedArchive, entry.name, "its compression is not used in passes (\(entry.method))")
            }
            total += entry.size
            guard total <= limits.bytes else {
                throw PassProblem(.tooLarge, entry.name, "the files are larger than \(limits.bytes >> 20) MiB")
            }
        }
        let places = try places(of: entries, before: start)
        var files: [File] = []
        for (entry, place) in zip(entries, places) where !entry.name.hasSuffix("/") {
            files.append(File(name: entry.name, bytes: try content(of: entry, at: place)))
        }
        return files
    }

    private func number(_ place: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }

    private func damaged(_ words: String) -> PassProblem {
        PassProblem(.damagedArchive, "", "the archive is damaged: \(words)")
    }

    /// The record at the end, which must end with the file: what stands behind an archive is nobody's.
    private func endRecord() throws(PassProblem) -> Int {
        guard bytes.count >= 22, number(0, 2) == 0x4B50 else {
            throw PassProblem(.notAnArchive, "", "it is not a pass: passes are ZIP archives")
        }
        var place = bytes.count - 22
        while place >= max(0, bytes.count - 22 - 0xFFFF) {
            if number(place, 4) == 0x0605_4B50, place + 22 + number(place + 20, 2) == bytes.count { return place }
            place -= 1
        }
        throw PassProblem(.damagedArchive, "", "the archive has no end: it is cut off, or something follows it")
    }

    /// The entries, and where the directory begins.
    private func directory() throws(PassProblem) -> (entries: [Entry], start: Int) {
        let end = try endRecord()
        let count = number(end + 10, 2)
        let (size, start) = (number(end + 12, 4), number(end + 16, 4))
        guard number(end + 4, 4) == 0, number(end + 8, 2) == count else { throw damaged("it is one of several parts") }
        guard count <= limits.entries else {
            throw PassProblem(
                .tooManyFiles, "", "the archive has \(count) files, and at most \(limits.entries) are read")
        }
        guard start + size == end else { throw damaged("its directory is not at its end") }
        var entries: [Entry] = []
        var place = start
        for _ in 0..<count {
            guard place + 46 <= end, number(place, 4) == 0x0201_4B50 else { throw damaged("its directory ends early") }
            let length = number(place + 28, 2)
            let next = place + 46 + length + number(place + 30, 2) + number(place + 32, 2)
            guard next <= end else { throw damaged("its directory ends early") }
            guard let name = String(validating: bytes[place + 46..<place + 46 + length], as: UTF8.self) else {
                throw PassProblem(.unsafeName, "", "the archive has a name that is not valid UTF-8")
            }
            // Unix keeps the type of a file in the upper half of the attributes.
            if number(place + 40, 2) & 0xF000 == 0xA000 {
                throw PassProblem(.linkInArchive, name, "it is a link, which no pass has")
            }
            entries.append(
                Entry(
                    name: name, flags: number(place + 8, 2), method: number(place + 10, 2),
                    checksum: UInt32(number(place + 16, 4)), packed: number(place + 20, 4), size: number(place + 24, 4),
                    offset: number(place + 42, 4)))
            place = next
        }
        guard place == end else { throw damaged("its directory contains an entry that is not a file") }
        return (entries, start)
    }

    private func check(name: String) throws(PassProblem) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isSafe =
            !name.isEmpty && name.utf8.count <= 512 && parts.count <= 8
            && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" && $0 != ":" }
            && !parts.contains(".") && !parts.contains("..")
            && !parts.dropLast().contains("") && (parts.last != "" || parts.count > 1)
        guard isSafe else { throw PassProblem(.unsafeName, name, "the name may lead out of the pass: it is rejected") }
    }

    /// Where each entry's bytes begin. Together with their headers they must fill the archive up to its directory.
    private func places(of entries: [Entry], before start: Int) throws(PassProblem) -> [Int] {
        var places = [Int](repeating: 0, count: entries.count)
        var reached = 0
        for index in entries.indices.sorted(by: { entries[$0].offset < entries[$1].offset }) {
            let entry = entries[index]
            guard entry.offset >= reached else {
                throw PassProblem(.overlappingFiles, entry.name, "it overlaps another file of the archive")
            }
            guard entry.offset == reached else {
                throw PassProblem(.strayBytes, entry.name, "bytes that belong to no file come before it")
            }
            guard entry.offset + 30 <= start, number(entry.offset, 4) == 0x0403_4B50 else {
                throw damaged("a file has no header")
            }
            let name = entry.offset + 30
            let length = number(entry.offset + 26, 2)
            let data = name + length + number(entry.offset + 28, 2)
            guard data + entry.packed <= start else {
                throw PassProblem(.overlappingFiles, entry.name, "it does not end before the directory")
            }
            guard bytes[name..<name + length].elementsEqual(entry.name.utf8),
                number(entry.offset + 8, 2) == entry.method
            else { throw PassProblem(.damagedArchive, entry.name, "its two headers differ") }
            guard number(entry.offset + 6, 2) & 1 == 0 else {
                throw PassProblem(.encryptedFile, entry.name, "it is encrypted")
            }
            places[index] = data
            reached = data + entry.packed
            // With this flag checksum and sizes stand behind the file as well, with a signature before them or without.
            if entry.flags & 8 != 0 {
                reached += start - reached >= 16 && number(reached, 4) == 0x0807_4B50 ? 16 : 12
            } else {
                guard number(entry.offset + 14, 4) == Int(entry.checksum), number(entry.offset + 18, 4) == entry.packed,
                    number(entry.offset + 22, 4) == entry.size
                else { throw PassProblem(.damagedArchive, entry.name, "its two headers differ") }
            }
        }
        guard reached == start else {
            throw PassProblem(.strayBytes, "", "bytes that belong to no file come before the directory")
        }
        return places
    }

    private func content(of entry: Entry, at place: Int) throws(PassProblem) -> [UInt8] {
        let packed = bytes[place..<place + entry.packed]
        let content: [UInt8]
        if entry.method == 0 {
            content = Array(packed)
        } else {
            do throws(Inflate.DataError) {
                content = try Inflate.deflated(packed, limit: entry.size)
            } catch {
                throw PassProblem(
                    error == .tooLarge ? .tooLarge : .damagedArchive, entry.name,
                    error == .tooLarge ? "it is larger than the archive says" : "its bytes are damaged")
            }
        }
        var size = ZipSize()
        content.withUnsafeBytes { size.add($0) }
        guard content.count == entry.size, size.checksum == entry.checksum else {
            throw PassProblem(.damagedArchive, entry.name, "its bytes are damaged: the checksum differs")
        }
        return content
    }
}
