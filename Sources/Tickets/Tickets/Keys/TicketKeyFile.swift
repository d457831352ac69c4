import Cryptography
import Files
import Formats
import SafeTOML
import TOMLKit

/// A key's file: TOML, and for this user only where whoever has it can make tickets.
///
///     id = "2026-a"
///     scheme = "ed25519"
///     private = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
///     until = "2027-01-01T00:00:00Z"
///
/// `private`, `public` and `secret` are base64url without padding; `salt` is text. A file that says anything else is refused whole: a
/// misspelt end would be none, and a misspelt event any.
package enum TicketKeyFile {
    package static let ending = ".ticketkey"

    private static let names = ["id", "scheme", "private", "public", "secret", "salt", "event", "until"]

    /// The text of a key's file.
    package static func text(of key: TicketKey) -> String {
        var lines: [String] = []
        if key.canSign {
            lines.append("# Anybody with this file can make tickets: keep it secret.")
        } else {
            lines.append("# The public key: it checks tickets, but cannot make them.")
        }
        lines += ["id = \"\(key.id.text)\"", "scheme = \"\(key.scheme.rawValue)\""]
        switch key.material {
        case .secret(let bytes) where key.scheme == .saltedSHA1:
            lines.append("salt = \(quoted(String(decoding: bytes, as: UTF8.self)))")
        case .secret(let bytes): lines.append("secret = \"\(Base64URL.encode(bytes))\"")
        case .pair(let seed, let key):
            lines.append("private = \"\(Base64URL.encode(seed))\"")
            lines.append("public = \"\(Base64URL.encode(key.publicKey.ed25519Bytes ?? []))\"")
        case .publicKey(let key): lines.append("public = \"\(Base64URL.encode(key.ed25519Bytes ?? []))\"")
        }
        if let event = key.event { lines.append("event = \(quoted(event))") }
        if let until = key.until { lines.append("until = \"\(TicketText.text(of: until))\"") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Reads a key's file.
    ///
    /// - Throws: `UserError`, one line that says what is wrong with it; nothing of the key is in it.
    package static func key(_ text: String) throws(UserError) -> TicketKey {
        guard text.utf8.count <= 16_384 else { throw UserError("it is longer than a key's file") }
        let table: TOMLTable
        do throws(TOMLError) { table = try GuardedTOML.table(text) } catch { throw UserError(error.description) }
        for name in table.keys.sorted() {
            guard names.contains(name) else {
                throw UserError(
                    "it has \(UserError.quoted(name)), which keys do not have: use \(names.joined(separator: ", "))"
                )
            }
            guard table[name]?.string != nil else {
                throw UserError("its \(name) is not text: put it in quotation marks")
            }
        }
        func value(_ name: String) -> String? { table[name]?.string }
        guard let id = value("id").flatMap(TicketKeyID.init) else {
            throw UserError("it has no id of 1 to 24 letters, digits, - and _")
        }
        guard let scheme = value("scheme").flatMap(TicketScheme.init) else {
            throw UserError(
                "its scheme is none of \(TicketScheme.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var key = TicketKey(id, scheme, try material(scheme, value))
        key.event = value("event")
        if let until = value("until") {
            let ticket: TicketText
            do { ticket = try TicketText(time: until, seat: "", serial: "1") } catch {
                throw UserError("its end is not a time in UTC such as 2027-01-01T00:00:00Z")
            }
            key.until = ticket.time
        }
        return key
    }

    private static func material(
        _ scheme: TicketScheme, _ value: (String) -> String?
    ) throws(UserError) -> TicketKey.Material {
        func bytes(_ name: String) -> [UInt8]? { value(name).flatMap { Base64URL.decode(ArraySlice($0.utf8)) } }
        switch scheme {
        case .saltedSHA1:
            guard let salt = value("salt"), (1...256).contains(salt.utf8.count) else {
                throw UserError("it has no salt of 1 to 256 bytes")
            }
            return .secret(Array(salt.utf8))
        case .hmacSHA256:
            guard let secret = bytes("secret"), secret.count >= TicketKey.shortestSecret else {
                throw UserError("it has no secret of \(TicketKey.shortestSecret) bytes or more in base64url")
            }
            return .secret(secret)
        case .ed25519:
            if value("private") != nil {
                guard let seed = bytes("private"), let key = SigningKey(ed25519Seed: seed) else {
                    throw UserError("its private key is not 32 bytes in base64url")
                }
                guard value("public") == nil || bytes("public") == key.publicKey.ed25519Bytes else {
                    throw UserError("its two halves are of different keys")
                }
                return .pair(seed: seed, key)
            }
            guard let bytes = bytes("public") else {
                throw UserError("it has neither a private nor a public key in base64url")
            }
            do throws(CryptographyError) { return .publicKey(try PublicKey(ed25519: bytes)) } catch {
                throw UserError("its public key is not one of 32 bytes")
            }
        }
    }

    /// A basic string of TOML.
    private static func quoted(_ text: String) -> String {
        let inner = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": return "\\" + String(scalar)
            case _ where scalar.properties.generalCategory == .control:
                let digits = String(scalar.value, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: return String(scalar)
            }
        }
        return "\"" + inner.joined() + "\""
    }
}
