import Services
import Cryptography
import Doors
import Formats
import Foundation
import Symbols
import TicketVectors
import Tickets

/// Tickets a second for each kind of signature: looked at alone, and decided with all that is kept of it on disk; beside openssl.
struct TicketChecks {
    let seconds: Double

    /// A kind of signature.
    private struct Kind {
        var name: String
        var contents: [SymbolContent]
        var keys = TicketKeyRing()
        var trusted = TrustedKeys()
        var now: Timestamp
        /// A command that checks one signature of the kind; empty where openssl has none.
        var command: [String]
        var speed: OpenSSLFigures.Speed
    }

    private static let own = 4000

    func run() throws { try withTemporaryFolder(run(in:)) }

    private func run(in folder: String) throws {
        let openssl = OpenSSLFigures(folder: folder)
        if !OpenSSLFigures.isInstalled { print("left out: openssl is not installed") }
        let floor = try Self.syncs(in: folder, seconds)
        print(
            """
            Tickets a second. Checked: from a symbol's bytes to what it is worth, taken apart and its signature verified. Decided: checked,
            compared with the guest list and who is inside, passage and line of the log on disk; tickets of others are the same
            one again, turned away as used. Beside, in the same run: what openssl computes (openssl speed), the command that
            checks one signature, and 4 kB written with fdatasync (\(floor.words) a second).

            """)
        print(ticketLine("", ["checked", "openssl", "×", "command", "×", "decided", "× sync"]))
        for kind in try ownKinds(openssl) + foreignKinds(openssl) {
            let checked = try check(kind)
            let decided = try decide(kind, in: folder)
            let (bare, command) = (try openssl.speed(kind.speed), try openssl.rate(kind.command))
            print(
                ticketLine(
                    kind.name,
                    [
                        checked.words, bare?.words ?? "-", checked.times(bare), command?.words ?? "-",
                        checked.times(command), decided.words, decided.times(floor),
                    ]))
        }
    }

    private func event() -> DoorEvent {
        var event = DoorEvent(name: "Bench")
        event.foreign = Set(ForeignTicket.signed)
        return event
    }

    private func check(_ kind: Kind) throws -> Rate {
        let event = event()
        let inspector = TicketInspector(
            event, keys: kind.keys, verifiers: TicketVerifiers.all(keys: kind.trusted, event: event))
        return try Rate(seconds: seconds) { number in
            let evidence = inspector.evidence(for: kind.contents[number % kind.contents.count], at: kind.now) { _ in
                false
            }
            guard case .claim = evidence else { throw BenchError("\(kind.name) is no ticket: \(evidence)") }
        }
    }

    private func decide(_ kind: Kind, in folder: String) throws -> Rate {
        let event = event()
        let store = try DoorStore(path: "\(folder)/\(UUID().uuidString).door", event: event)
        let desk = try DoorDesk(store, door: nil, keys: DoorKeys(kind.keys, trusted: kind.trusted))
        let isOwn = kind.contents.count > 1
        return try Rate(seconds: seconds, limit: isOwn ? kind.contents.count : .max) { number in
            let content = kind.contents[number % kind.contents.count]
            let verdict = try desk.show(content, at: kind.now, by: "bench", isLive: false)?.verdict.kind
            guard verdict == (isOwn || number == 0 ? .welcome : .alreadyUsed) else {
                throw BenchError("\(kind.name): \(verdict?.rawValue ?? "nothing") was decided")
            }
        }
    }

    /// How often a second 4 kB are on the disk.
    private static func syncs(in folder: String, _ seconds: Double) throws -> Rate {
        let file = open("\(folder)/sync", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw BenchError("\(folder): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        let page = [UInt8](repeating: 7, count: 4096)
        return try Rate(seconds: seconds) { number in
            guard pwrite(file, page, page.count, off_t(number * page.count)) == page.count, fdatasync(file) == 0 else {
                throw BenchError("\(folder): \(String(cString: strerror(errno)))")
            }
        }
    }

    // MARK: - Tickets of our own

    private func ownKinds(_ openssl: OpenSSLFigures) throws -> [Kind] {
        try TicketScheme.allCases.map { scheme in
            guard let id = TicketKeyID("bench") else { throw BenchError("no id") }
            let key = try TicketKey.new(scheme, id: id)
            let now = Timestamp(Date())
            let codes = try (0..<Self.own).map { number in
                try key.code(of: TicketText(time: now, seat: "R\(number)", serial: "\(1_000_000 + number)"))
            }
            let contents = codes.map { Self.content(Array($0.utf8)) }
            let (command, speed) = try self.command(scheme, key, codes[0], openssl)
            return Kind(
                name: "\(scheme.title), ours", contents: contents,
                keys: TicketKeyRing([key.publicHalf ?? key]), now: now, command: command, speed: speed)
        }
    }

    private static func content(_ bytes: [UInt8]) -> SymbolContent {
        SymbolContent(
            symbology: .qrCode, bytes: bytes, text: String(validating: bytes, as: UTF8.self), charset: "UTF-8")
    }

    /// openssl computes, or checks, the signature of our code with our key.
    private func command(
        _ scheme: TicketScheme, _ key: TicketKey, _ code: String, _ openssl: OpenSSLFigures
    ) throws -> ([String], OpenSSLFigures.Speed) {
        let file = TicketKeyFile.text(of: key)
        func value(_ name: String) -> String {
            file.split(separator: "\n").first { $0.hasPrefix("\(name) = ") }?.split(separator: "\"").last.map(
                String.init) ?? ""
        }
        let text = openssl.path("\(scheme.rawValue).text")
        switch scheme {
        case .saltedSHA1:
            let signed = code.prefix { $0 != "|" } + value("salt")
            try openssl.write("\(scheme.rawValue).text", Array(signed.utf8))
            return (["dgst", "-sha1", text], .digest("sha1"))
        case .hmacSHA256:
            let signed = code.split(separator: ".").dropLast().joined(separator: ".")
            try openssl.write("\(scheme.rawValue).text", Array(signed.utf8))
            let secret = Base64URL.decode(ArraySlice(value("secret").utf8)) ?? []
            return (
                ["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(secret.hexadecimal)", text],
                .authenticationCode("sha256")
            )
        case .ed25519:
            let parts = code.split(separator: ".")
            try openssl.write("\(scheme.rawValue).text", Array(parts.dropLast().joined(separator: ".").utf8))
            try openssl.write("signature", Base64URL.decode(ArraySlice((parts.last ?? "").utf8)) ?? [])
            // SubjectPublicKeyInfo of RFC 8410.
            let head: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
            try openssl.write("public.der", head + (Base64URL.decode(ArraySlice(value("public").utf8)) ?? []))
            return (
                [
                    "pkeyutl", "-verify", "-rawin", "-pubin", "-keyform", "DER", "-inkey", openssl.path("public.der"),
                    "-sigfile", openssl.path("signature"), "-in", text,
                ], .verification("ed25519")
            )
        }
    }

    // MARK: - Tickets of others

    private func foreignKinds(_ openssl: OpenSSLFigures) throws -> [Kind] {
        let kinds: [(String, TicketVector, [String], String)] = [
            ("health certificate (HC1), ES256", .austrianVaccination, Self.curve, "ecdsap256"),
            ("SMART Health Card, ES256", .smartHealthCard, Self.curve, "ecdsap256"),
            ("signed JSON (JWS), RS256", .signedByRSA, ["genrsa", "2048"], "rsa2048"),
            ("signed JSON (JWS), ES256", .signedByECDSA, Self.curve, "ecdsap256"),
            ("rail ticket (UIC), DSA 1024", .germanRailTicket, ["dsaparam", "-genkey", "1024"], "dsa1024"),
        ]
        return try kinds.enumerated().map { index, kind in
            let (name, vector, key, speed) = kind
            let keys = TrustedKeyFile.keys(in: Array(vector.keys.text.utf8), name: vector.keys.name).keys
            return Kind(
                name: name, contents: [Self.content(vector.content)], trusted: TrustedKeys(keys),
                now: Timestamp(milliseconds: vector.seconds * 1000),
                command: try verification(by: key, "foreign\(index)", of: vector.content.count, openssl),
                speed: .verification(speed))
        }
    }

    private static let curve = ["ecparam", "-name", "prime256v1", "-genkey", "-noout"]

    /// The command that checks a signature of openssl's own, of the same kind over as many bytes.
    private func verification(
        by key: [String], _ name: String, of count: Int, _ openssl: OpenSSLFigures
    ) throws -> [String] {
        guard OpenSSLFigures.isInstalled else { return [] }
        let (pem, text, signature) = (openssl.path("\(name).pem"), openssl.path(name), openssl.path("\(name).sig"))
        // The size of a key is the last word, behind all options.
        let isSized = key.last.flatMap { Int($0) } != nil
        try openssl.run(isSized ? key.dropLast() + ["-out", pem] + key.suffix(1) : key + ["-out", pem])
        try openssl.write(name, [UInt8](repeating: 65, count: count))
        try openssl.run(["dgst", "-sha256", "-sign", pem, "-out", signature, text])
        return ["dgst", "-sha256", "-prverify", pem, "-signature", signature, text]
    }
}
