import Formats
import Foundation

/// The keys that Google Authenticator exports: `otpauth-migration://offline?data=…`, Base64 of a protocol buffer
/// (github.com/google/google-authenticator-android, MigrationPayload).
struct OneTimePasswordExport {
    struct Account {
        var secret: [UInt8] = []
        var name = ""
        var issuer = ""
        var algorithm: UInt64 = 0
        var digits: UInt64 = 0
        var type: UInt64 = 0
        var counter: UInt64 = 0
    }

    private(set) var accounts: [Account] = []
    /// The number of this symbol among those of one export, from 0, and how many there are.
    private(set) var batch: (index: UInt64, size: UInt64) = (0, 1)

    /// Returns nil when `address`, what follows the scheme, holds no account.
    init?(_ address: ArraySlice<UInt8>) {
        guard let query = address.cut(at: UInt8(ascii: "?")).rest,
            let data = URIText.items(query).first(where: { $0.name == "data" })?.value
        else { return nil }
        // A plus sign that nobody encoded may have become a blank; padding may be missing.
        var base64 = data.replacing(" ", with: "+").replacing("-", with: "+").replacing("_", with: "/")
        while base64.utf8.count % 4 != 0 { base64 += "=" }
        guard let bytes = Data(base64Encoded: base64), let fields = ProtocolBuffer.fields(of: Array(bytes)[...]) else {
            return nil
        }
        for field in fields {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)):
                guard let account = Self.account(bytes), accounts.count < 100 else { return nil }
                accounts.append(account)
            case (3, .integer(let size)): batch.size = size
            case (4, .integer(let index)): batch.index = index
            default: break
            }
        }
        if accounts.isEmpty { return nil }
    }

    private static func account(_ bytes: ArraySlice<UInt8>) -> Account? {
        guard let fields = ProtocolBuffer.fields(of: bytes) else { return nil }
        var account = Account()
        for field in fields {
            switch (field.number, field.value) {
            case (1, .bytes(let bytes)): account.secret = Array(bytes)
            case (2, .bytes(let bytes)): account.name = bytes.text
            case (3, .bytes(let bytes)): account.issuer = bytes.text
            case (4, .integer(let value)): account.algorithm = value
            case (5, .integer(let value)): account.digits = value
            case (6, .integer(let value)): account.type = value
            case (7, .integer(let value)): account.counter = value
            default: break
            }
        }
        return account.secret.isEmpty ? nil : account
    }

    /// Each account is a record of its own.
    var fields: [PayloadField] {
        var list = FieldList()
        for (index, account) in accounts.enumerated() {
            list.record = index
            let isByCount = account.type == 1
            list.add("type", .type, isByCount ? "by count" : "by time", json: isByCount ? "hotp" : "totp")
            list.add("issuer", .issuer, account.issuer)
            list.add("account", .account, account.name)
            let algorithms: [UInt64: String] = [1: "SHA1", 2: "SHA256", 3: "SHA512", 4: "MD5"]
            list.add("algorithm", .algorithm, algorithms[account.algorithm])
            list.add("digits", .digits, account.digits == 2 ? "8" : "6")
            if isByCount { list.add("counter", .counter, String(account.counter)) }
            list.add("secret", .secret, Base32.encode(account.secret), isSecret: true)
        }
        return list.fields
    }
}

/// The fields of a protocol buffer, one level deep (protobuf.dev/programming-guides/encoding).
enum ProtocolBuffer {
    enum Value {
        case integer(UInt64)
        case bytes(ArraySlice<UInt8>)
        /// A fixed width of four or eight bytes.
        case fixed
    }

    /// Returns nil when `bytes` are not a message, or have more than a thousand fields.
    static func fields(of bytes: ArraySlice<UInt8>) -> [(number: UInt64, value: Value)]? {
        var fields: [(number: UInt64, value: Value)] = []
        var rest = bytes
        while !rest.isEmpty {
            guard fields.count < 1000, let key = variableInteger(&rest), key >> 3 > 0 else { return nil }
            switch key & 7 {
            case 0:
                guard let value = variableInteger(&rest) else { return nil }
                fields.append((key >> 3, .integer(value)))
            case 2:
                guard let length = variableInteger(&rest), length <= UInt64(rest.count) else { return nil }
                fields.append((key >> 3, .bytes(rest.prefix(Int(length)))))
                rest = rest.dropFirst(Int(length))
            case 1, 5:
                let length = key & 7 == 1 ? 8 : 4
                guard rest.count >= length else { return nil }
                fields.append((key >> 3, .fixed))
                rest = rest.dropFirst(length)
            default: return nil
            }
        }
        return fields
    }

    private static func variableInteger(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            guard let byte = rest.popFirst() else { return nil }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
