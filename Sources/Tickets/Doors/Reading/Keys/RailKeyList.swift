import Cryptography
import Files
import Formats
import Foundation
import Payloads

/// The list of keys that rail tickets are signed with (railpublickey.uic.org): XML of `key` elements with `issuerCode`,
/// `id`, `publicKey` (a certificate or key in Base64), perhaps `startDate`, `endDate` and `keyForged`.
enum RailKeyList {
    /// Takes in the keys of a list. Of XML its tags and texts are read alone: the list has no attributes and no
    /// entities.
    static func read(_ text: ArraySlice<UInt8>, into list: inout TrustedKeyFile.List) {
        var rest = text
        var fields: [String: String] = [:]
        while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
            let before = rest[..<open].trimmed
            guard let close = rest[open...].firstIndex(of: UInt8(ascii: ">")) else { return }
            let tag = rest[(open + 1)..<close].prefix(64).text
            rest = rest[(close + 1)...]
            switch tag {
            case "key": fields = [:]
            case "/key": list.take { () throws(UserError) in try key(fields) }
            case _ where tag.hasPrefix("/"): fields[String(tag.dropFirst())] = before.text
            default: break
            }
        }
    }

    private static func key(_ fields: [String: String]) throws(UserError) -> (PublicKey, TrustedKey.Facts) {
        guard let id = RailKeyID(carrier: fields["issuerCode"] ?? "", key: fields["id"] ?? "") else {
            throw UserError("a key has no issuerCode and id")
        }
        guard fields["keyForged"].map({ ["", "false", "0"].contains($0.lowercased()) }) != false else {
            throw UserError("key \(id.text) is marked as forged in its list")
        }
        do throws(UserError) {
            let validity = validity(fields["startDate"], fields["endDate"])
            return try TrustedKeyFile.key(base64: fields["publicKey"] ?? "", .init(railID: id, validity: validity))
        } catch {
            throw UserError("key \(id.text): \(error)")
        }
    }

    /// Whole days in UTC, both with; nil if one is missing.
    private static func validity(_ first: String?, _ last: String?) -> ClosedRange<Date>? {
        func day(_ text: String?) -> Int? {
            text.flatMap { CalendarTime(ArraySlice($0.utf8.prefix(10))) }?.date.daysSince1970
        }
        guard let first = day(first), let last = day(last), first <= last else { return nil }
        return Date(
            timeIntervalSince1970: Double(first) * 86_400)...Date(
                timeIntervalSince1970: Double(last + 1) * 86_400 - 1)
    }
}
