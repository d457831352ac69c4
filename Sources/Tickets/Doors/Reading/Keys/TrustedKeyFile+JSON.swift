import Cryptography
import Files
import Foundation

extension TrustedKeyFile {
    /// Takes in the keys of JSON, wherever they stand: lists put them into objects by country or by id, each in its own
    /// way, and what a key is can be told by its members.
    static func readJSON(_ text: ArraySlice<UInt8>, into list: inout List) {
        // Foundation refuses what is nested too deeply (512).
        guard let value = try? JSONSerialization.jsonObject(with: Data(text)) else {
            list.leftOut.append("it is not valid JSON: it is cut short or damaged")
            return
        }
        read(value, under: nil, into: &list)
    }

    /// - Parameter name: what the value's object calls it; the id of keys in maps.
    private static func read(_ value: Any, under name: String?, into list: inout List) {
        switch value {
        case let items as [Any]:
            for item in items { read(item, under: name, into: &list) }
        case let object as [String: Any]:
            if object["kty"] is String {
                let id = name.flatMap { TrustedKey.healthKeyID($0) == nil ? nil : $0 }
                list.take { () throws(UserError) in try JSONWebKey.key(object, id: id) }
            } else if let raw = object["rawData"] as? String {
                list.take { () throws(UserError) in try key(base64: raw, .init(id: object["kid"] as? String)) }
            } else if let raw = object["subjectPk"] as? String {
                list.take { () throws(UserError) in try key(base64: raw, .init(id: name)) }
            } else {
                for (name, member) in object.sorted(by: { $0.key < $1.key }) {
                    read(member, under: name, into: &list)
                }
            }
        case let text as String:
            // In maps of ids; other texts are not keys.
            guard let name, TrustedKey.healthKeyID(name) != nil else { return }
            list.take { () throws(UserError) in try key(base64: text, .init(id: name)) }
        default: break
        }
    }

    /// The key of a certificate or SubjectPublicKeyInfo in Base64.
    static func key(
        base64 text: String, _ facts: TrustedKey.Facts
    ) throws(UserError) -> (PublicKey, TrustedKey.Facts) {
        guard let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters), !bytes.isEmpty else {
            throw UserError("a key is not valid Base64")
        }
        return try key(Array(bytes), facts)
    }
}
