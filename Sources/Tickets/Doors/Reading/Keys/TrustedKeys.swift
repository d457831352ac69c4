import Cryptography
import Files
import Formats
import Glibc

/// Public foreign keys, by what signatures call them.
package struct TrustedKeys: Sendable {
    /// In the order of their files.
    package let keys: [TrustedKey]
    private let byID: [[UInt8]: [Int]]
    private let byRailID: [RailKeyID: [Int]]
    private let nameless: [Int]

    /// The most keys that are kept: the European Union's list has three thousand.
    package static let most = 20_000

    /// The most keys without an id that a signature is tried with.
    static let maximumTries = 32

    /// - Parameter keys: those beyond `most` are left out.
    package init(_ keys: [TrustedKey] = []) {
        let keys = Array(keys.prefix(Self.most))
        self.keys = keys
        var (byID, byRailID): ([[UInt8]: [Int]], [RailKeyID: [Int]]) = ([:], [:])
        for (index, key) in keys.enumerated() {
            for id in key.ids { byID[id, default: []].append(index) }
            if let id = key.railID { byRailID[id, default: []].append(index) }
        }
        (self.byID, self.byRailID) = (byID, byRailID)
        nameless = keys.indices.filter { !keys[$0].isNamed }
    }

    /// The keys of files.
    ///
    /// - Parameter paths: files as `TrustedKeyFile` reads them, and folders, whose files with its endings are read; those in a
    ///   folder within, called as a kind of tickets (`hc1`), sign that kind alone.
    /// - Returns: the keys, and a line for each file that is none or has keys that were left out.
    package static func read(_ paths: [String]) -> (keys: TrustedKeys, problems: [String]) {
        var (keys, problems): ([TrustedKey], [String]) = ([], [])
        for (file, kind) in paths.flatMap({ files($0, &problems) }) {
            do throws(UserError) {
                var read = try TrustedKeyFile.read(file)
                for index in read.keys.indices { read.keys[index].kind = kind }
                keys += read.keys
                problems += read.problems
            } catch {
                problems.append(error.description)
            }
            if keys.count > most {
                problems.append("\(keys.count) keys are more than the maximum of \(most): use fewer files")
                break
            }
        }
        return (TrustedKeys(keys), problems)
    }

    /// The files of a path, and the kind of tickets that the keys of each are for.
    private static func files(_ path: String, _ problems: inout [String]) -> [(path: String, kind: ForeignTicket?)] {
        guard let entries = Folder.entries(in: path) else { return [(path, nil)] }
        func hasKeys(_ name: String) -> Bool { TrustedKeyFile.endings.contains { name.lowercased().hasSuffix($0) } }
        var files: [(String, ForeignTicket?)] = []
        for (name, isFolder) in entries.sorted(by: { $0.name < $1.name }) where isFolder || hasKeys(name) {
            let inner = path + "/" + name
            guard isFolder else {
                files.append((inner, nil))
                continue
            }
            guard let names = Folder.names(in: inner)?.filter(hasKeys).sorted() else {
                problems.append("“\(inner.singleLine(limit: 200))”: \(String(cString: strerror(errno)))")
                continue
            }
            guard let kind = ForeignTicket(rawValue: name), ForeignTicket.signed.contains(kind) else {
                if !names.isEmpty {
                    problems.append(
                        "the keys in “\(inner.singleLine(limit: 200))” are not used: name the folder one of \(ForeignTicket.signed.map(\.rawValue).joined(separator: ", "))"
                    )
                }
                continue
            }
            files += names.map { (inner + "/" + $0, kind) }
        }
        return files
    }

    /// Those that sign a kind of tickets.
    func of(_ kind: ForeignTicket) -> TrustedKeys {
        keys.allSatisfy { $0.kind == nil } ? self : TrustedKeys(keys.filter { $0.kind == nil || $0.kind == kind })
    }

    // MARK: - Who signed

    /// What a signature calls its key.
    enum Name {
        /// An id of JOSE or COSE, and how people write it.
        case id([UInt8], String)
        case rail(RailKeyID)
        case none

        var words: String {
            switch self {
            case .id(_, let text): text.singleLine(limit: 48)
            case .rail(let id): id.text
            case .none: ""
            }
        }
    }

    /// Whose signature it is.
    enum Signer {
        case key(TrustedKey)
        /// Nobody's that is known and holds.
        case refused(TicketEvidence)
    }

    /// Looks for the key that made a signature.
    ///
    /// Keys that the signature names are tried; where none is here, those whose files say no id, because the signature
    /// itself proves whose it is.
    ///
    /// - Parameters:
    ///   - name: what the signature calls the key.
    ///   - now: the time that the key must hold at.
    ///   - fits: whether a key is of the kind that such signatures are made with.
    ///   - verifies: whether the signature is a key's.
    func signer(
        _ name: Name, at now: Timestamp, fits: (TrustedKey) -> Bool, verifies: (PublicKey) -> Bool
    ) -> Signer {
        let named: [Int]
        switch name {
        case .id(let id, _): named = byID[id] ?? []
        case .rail(let id): named = byRailID[id] ?? []
        case .none: named = []
        }
        var candidates = named.map { keys[$0] }.filter(fits)
        guard named.isEmpty || !candidates.isEmpty else {
            return .refused(.wrongSignature("key \(keys[named[0]].words) cannot make such signatures"))
        }
        if candidates.isEmpty {
            var possible = nameless
            if case .none = name { possible = Array(keys.indices) }
            candidates = Array(possible.lazy.map { keys[$0] }.filter(fits).prefix(Self.maximumTries + 1))
            guard candidates.count <= Self.maximumTries else {
                return .refused(
                    .unknownKey(
                        "\(Self.missing(name)), and more than \(Self.maximumTries) could be it: too many to try"))
            }
        }
        let right = candidates.prefix(Self.maximumTries).filter { verifies($0.key) }
        if let key = right.first(where: { $0.whyNot(at: now) == nil }) { return .key(key) }
        if let why = right.first?.whyNot(at: now) { return .refused(.unknownKey(why)) }
        return .refused(Self.refusal(name, candidates, isNamed: !named.isEmpty))
    }

    private static func missing(_ name: Name) -> String {
        if case .none = name { return "it names no key" }
        return "key \(name.words) is not here"
    }

    private static func refusal(_ name: Name, _ tried: [TrustedKey], isNamed: Bool) -> TicketEvidence {
        if isNamed { return .wrongSignature("key \(tried[0].words) did not sign this") }
        switch (name, tried.count) {
        case (.none, 0): return .unknownKey("it names no key, and no key here makes such signatures")
        case (.none, 1): return .wrongSignature("key \(tried[0].words) did not sign this")
        case (.none, _): return .wrongSignature("none of the \(tried.count) keys here signed this")
        case (_, 0): return .unknownKey(missing(name))
        case (_, 1): return .unknownKey("\(missing(name)), and key \(tried[0].words) did not sign this")
        default: return .unknownKey("\(missing(name)), and none of the \(tried.count) without an id signed this")
        }
    }
}
