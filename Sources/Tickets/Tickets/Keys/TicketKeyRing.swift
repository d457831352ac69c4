import Files
import Formats
import Glibc

/// The keys that tickets are checked with, by their ids; several hold at once.
package struct TicketKeyRing: Sendable {
    /// In the order of their ids.
    package private(set) var keys: [TicketKey]

    /// Whether all files that were read are in it: one that cannot be used may be the key that matters.
    package let isWhole: Bool

    package init(_ keys: [TicketKey] = [], isWhole: Bool = true) {
        self.keys = keys.sorted { $0.id.text < $1.id.text }
        self.isWhole = isWhole
    }

    /// What a code's signature is worth.
    package enum Verdict: Hashable, Sendable {
        case right(TicketKeyID)
        /// It names a key that is here, and is not its signature; or salted SHA-1 of no salt that is here.
        case wrong(String)
        /// It names a key that is not here, or one that has ended.
        case unknown(String)
    }

    /// - Parameter now: the time, for keys that have ended.
    package func verdict(on code: TicketCode, at now: Timestamp) -> Verdict {
        guard let id = code.keyID else { return saltedVerdict(on: code, now) }
        guard let key = keys.first(where: { $0.id.text == id && $0.scheme == code.scheme }) else {
            return .unknown("key \(id) is not here")
        }
        guard key.signed(code) else { return .wrong("key \(id) did not sign this text") }
        return Self.ended(key, now) ?? .right(key.id)
    }

    private func saltedVerdict(on code: TicketCode, _ now: Timestamp) -> Verdict {
        let salts = keys.filter { $0.scheme == .saltedSHA1 }
        guard !salts.isEmpty else { return .unknown("no salt here fits its kind of signature") }
        // Each is tried, so that the time tells nobody which one it was.
        let right = salts.filter { $0.signed(code) }
        guard let key = right.first(where: { Self.ended($0, now) == nil }) ?? right.first else {
            return .wrong("no salt here matches its signature")
        }
        return Self.ended(key, now) ?? .right(key.id)
    }

    private static func ended(_ key: TicketKey, _ now: Timestamp) -> Verdict? {
        guard let until = key.until, now >= until else { return nil }
        return .unknown("key \(key.id.text) expired on \(until.day)")
    }

    /// The key of an id; nil if there is none.
    package func key(_ id: String) -> TicketKey? { keys.first { $0.id.text == id } }

    /// Only the keys of some ids; all of them where `ids` is empty.
    package func limited(to ids: [String]) -> TicketKeyRing {
        ids.isEmpty ? self : TicketKeyRing(keys.filter { ids.contains($0.id.text) }, isWhole: isWhole)
    }

    // MARK: - A folder of keys

    /// The keys of a folder; none if there is no such folder.
    ///
    /// Files of the same key are one key: with its private half, and the end that comes first.
    ///
    /// - Returns: the keys, and a line for each file that is none, that others could read, or that is another key of an id.
    package static func read(folder: String) -> (ring: TicketKeyRing, problems: [String]) {
        var kept: [(name: String, key: TicketKey)] = []
        var (files, problems) = files(in: folder)
        for file in files {
            guard let index = kept.firstIndex(where: { $0.key.id == file.key.id }) else {
                kept.append(file)
                continue
            }
            guard kept[index].key.isSame(as: file.key) else {
                let names = [file.name, kept[index].name].map { UserError.quoted($0) }
                problems.append(
                    "\(names[0]) has the same id as \(names[1]), which is used: remove the wrong one of them"
                )
                continue
            }
            kept[index].key = kept[index].key.merged(with: file.key)
        }
        return (TicketKeyRing(kept.map(\.key), isWhole: problems.isEmpty), problems)
    }

    /// The key of each file of a folder, by the names of the files, and a line for each that is none.
    private static func files(in folder: String) -> (files: [(name: String, key: TicketKey)], problems: [String]) {
        var files: [(name: String, key: TicketKey)] = []
        var problems: [String] = []
        for name in (Folder.names(in: folder) ?? []).sorted() where name.hasSuffix(TicketKeyFile.ending) {
            do throws(UserError) {
                files.append((name, try read(folder + "/" + name)))
            } catch {
                problems.append(error.description)
            }
        }
        return (files, problems)
    }

    /// The key of a file.
    ///
    /// - Throws: `UserError` with the file's name; also where it holds a secret and others may read it.
    package static func read(_ path: String) throws(UserError) -> TicketKey {
        // Whole: somebody has to find it.
        let shown = "“\(path.singleLine(limit: 300))”"
        let bytes: [UInt8]
        do throws(RegularFile.ReadError) { bytes = try RegularFile.read(path, atMost: 16_385) } catch {
            switch error {
            case .notRegular: throw UserError("\(shown) is a folder or a device: name a key's file")
            case .error(let code): throw UserError("\(shown): \(String(cString: strerror(code)))")
            }
        }
        let key: TicketKey
        do throws(UserError) {
            key = try TicketKeyFile.key(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw UserError("\(shown) is not a key: \(error)")
        }
        var status = stat()
        if key.canSign, stat(path.fileSystemPath, &status) == 0, status.st_mode & 0o077 != 0 {
            throw UserError("\(shown) can be read by others, who could make tickets: run chmod 600 on it first")
        }
        return key
    }

    /// Writes a key into a folder, which is made for this user only where it is not there.
    ///
    /// - Returns: the file's path.
    /// - Throws: `UserError` if that file, or another key of that id, is there.
    @discardableResult
    package static func write(_ key: TicketKey, folder: String) throws(UserError) -> String {
        let path = folder + "/" + key.id.text + (key.canSign ? "" : ".public") + TicketKeyFile.ending
        let code = Folder.make(folder)
        guard code == 0 else {
            throw UserError("\(UserError.quoted(folder)): \(String(cString: strerror(code)))")
        }
        guard !Folder.contains(path) else {
            throw UserError("key \(key.id.text) already exists: give the new one another id")
        }
        if let other = files(in: folder).files.first(where: { $0.key.id == key.id && !$0.key.isSame(as: key) }) {
            throw UserError(
                "another key \(key.id.text) already exists, in \(UserError.quoted(other.name)): give the new one another id"
            )
        }
        try save(key, at: path)
        return path
    }

    /// Lets the keys of an id end at a time, in each file that has one, whatever its name.
    package static func end(_ id: TicketKeyID, at time: Timestamp, folder: String) throws(UserError) {
        for file in files(in: folder).files where file.key.id == id {
            var key = file.key
            key.until = time
            try save(key, at: folder + "/" + file.name)
        }
    }

    private static func save(_ key: TicketKey, at path: String) throws(UserError) {
        do throws(AtomicFile.WriteError) {
            try AtomicFile.replace(path, with: Array(TicketKeyFile.text(of: key).utf8), isDurable: true)
        } catch {
            throw UserError("\(UserError.quoted(path)): \(String(cString: strerror(error.code)))")
        }
    }
}
