import Formats

/// A ticket's code with its signature: the text, `|`, and
///
/// - 40 hexadecimal digits of salted SHA-1, as the book has it, or
/// - `hmac-sha256.KEY.SIGNATURE` or `ed25519.KEY.SIGNATURE`: the key's id, and the signature in base64url without padding
///   (RFC 4648, 5). What is signed is all that stands before the last point, scheme and id with it, so that no signature
///   counts for another scheme or another key.
package struct TicketCode: Hashable, Sendable {
    package let ticket: TicketText
    package let scheme: TicketScheme
    /// Which key it names; nil for salted SHA-1, which names none.
    package let keyID: String?
    let signature: [UInt8]
    /// What the signature is over, without a salt.
    let signed: [UInt8]

    /// The longest code that is looked at, in bytes.
    static let longestCode = 512

    /// What `bytes` are taken for.
    package enum Reading: Hashable, Sendable {
        case notATicket
        /// They begin as one, and go on otherwise; why.
        case wrongFormat(String)
        /// A ticket whose signature is not looked at yet.
        case code(TicketCode)
    }

    /// Takes the content of a symbol apart.
    package static func read(_ content: [UInt8]) -> Reading {
        let bytes = ArraySlice(content).trimmed
        guard bytes.starts(with: Array("TICKET:".utf8)) else { return .notATicket }
        guard bytes.count <= longestCode else { return .wrongFormat("it is longer than a ticket's code") }
        guard let bar = bytes.lastIndex(of: UInt8(ascii: "|")) else { return .wrongFormat("it has no signature") }
        guard let ticket = TicketText(bytes[..<bar]) else {
            return .wrongFormat("it does not consist of a time, a seat and a serial number")
        }
        let tail = bytes[(bar + 1)...]
        if tail.count == 40, let digest = ASCII.hexDecoded(tail) {
            return .code(
                TicketCode(
                    ticket: ticket, scheme: .saltedSHA1, keyID: nil, signature: digest, signed: Array(bytes[..<bar])))
        }
        let parts = tail.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let scheme = TicketScheme(rawValue: parts[0].text), scheme != .saltedSHA1,
            let id = TicketKeyID(parts[1].text), let signature = Base64URL.decode(parts[2]),
            signature.count == scheme.signatureLength
        else { return .wrongFormat("its signature has an unknown form") }
        return .code(
            TicketCode(
                ticket: ticket, scheme: scheme, keyID: id.text, signature: signature,
                signed: Array(bytes[..<(parts[1].endIndex)])))
    }

    /// The text before the signature of a ticket, by a scheme that names its key.
    static func signed(_ ticket: TicketText, _ scheme: TicketScheme, _ id: TicketKeyID) -> String {
        "\(ticket.text)|\(scheme.rawValue).\(id.text)"
    }
}
