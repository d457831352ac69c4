import Formats

/// A message with one signature (COSE_Sign1; RFC 9052, 4.2), taken apart; nothing of it is verified here.
package struct COSESign1: Sendable {
    /// The header that is signed, as it was written; empty if there is none.
    package let protected: [UInt8]
    /// The header that anybody may have changed.
    package let unprotected: CBOR
    /// What is signed besides the header.
    package let payload: [UInt8]
    /// The signature; empty if there is none.
    package let signature: [UInt8]

    /// Reads a message, tagged 18 or not, perhaps as a CWT, 61. Returns nil for anything else, and for a detached
    /// payload.
    package init?(_ bytes: [UInt8]) {
        guard var sign = CBOR.decode(bytes) else { return nil }
        for _ in 0..<2 {
            if case .tagged(18, let inner) = sign {
                sign = inner
            } else if case .tagged(61, let inner) = sign {
                sign = inner
            }
        }
        guard sign.items.count == 4, let payload = sign.items[2].bytesValue else { return nil }
        protected = sign.items[0].bytesValue ?? []
        unprotected = sign.items[1]
        self.payload = payload
        signature = sign.items[3].bytesValue ?? []
    }

    /// The header that is signed; nil if it is not a map.
    package var protectedHeader: CBOR? { CBOR.decode(protected) }

    /// The key's identifier (label 4); that of the signed header comes first.
    package var keyID: [UInt8]? { (protectedHeader?[4] ?? unprotected[4])?.bytesValue }

    /// What the signature is over: `Sig_structure` without external data (RFC 9052, 4.4).
    package var signed: [UInt8] {
        [0x84, 0x6A] + Array("Signature1".utf8) + Self.byteString(protected) + [0x40] + Self.byteString(payload)
    }

    private static func byteString(_ bytes: [UInt8]) -> [UInt8] {
        let count = bytes.count
        let head: [UInt8] =
            switch count {
            case ..<24: [0x40 | UInt8(count)]
            case ..<0x100: [0x58, UInt8(count)]
            case ..<0x1_0000: [0x59, UInt8(count >> 8), UInt8(count & 0xFF)]
            default: [0x5A] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
            }
        return head + bytes
    }
}
