import Formats

/// Checks addresses of cryptocurrencies.
package enum CryptoAddress {
    /// A currency whose addresses are like Bitcoin's.
    package struct Currency: Sendable {
        package let name: String
        package let symbol: String
        /// First bytes of Base58 addresses, then those of test networks.
        let versions: Set<UInt8>
        let testVersions: Set<UInt8>
        /// What Bech32 addresses begin with, then those of test networks.
        let prefixes: Set<String>
        let testPrefixes: Set<String>
    }

    /// By the scheme.
    package static let currencies: [String: Currency] = [
        "bitcoin": Currency(
            name: "Bitcoin", symbol: "BTC", versions: [0x00, 0x05], testVersions: [0x6F, 0xC4], prefixes: ["bc"],
            testPrefixes: ["tb", "bcrt"]),
        "litecoin": Currency(
            name: "Litecoin", symbol: "LTC", versions: [0x30, 0x32, 0x05], testVersions: [0x6F, 0x3A, 0xC4],
            prefixes: ["ltc"], testPrefixes: ["tltc", "rltc"]),
        "dogecoin": Currency(
            name: "Dogecoin", symbol: "DOGE", versions: [0x1E, 0x16], testVersions: [0x71, 0xC4], prefixes: [],
            testPrefixes: []),
    ]

    /// What is to be said of an address like Bitcoin's; nil when its checksum is right and it is not a test network's.
    package static func note(on address: String, of currency: Currency) -> Note? {
        let bytes = address.utf8Slice
        if let code = Bech32(bytes),
            currency.prefixes.contains(code.prefix) || currency.testPrefixes.contains(code.prefix)
        {
            guard bytes.count <= 90, let version = code.data.first, version <= 16 else { return .notAnAddress }
            // Version 0 has the older checksum, all later ones the newer (BIP 350).
            guard code.variant == (version == 0 ? .bech32 : .bech32m) else { return .checksumWrong }
            let length = Bech32.bytes(code.data.dropFirst()).count
            guard version == 0 ? length == 20 || length == 32 : 2...40 ~= length else { return .notAnAddress }
            return currency.testPrefixes.contains(code.prefix) ? .ofATestNetwork : nil
        }
        guard let code = Base58.decode(bytes) else { return .notAnAddress }
        guard code.isRight else { return .checksumWrong }
        guard code.bytes.count == 21 else { return .notAnAddress }
        if currency.versions.contains(code.bytes[0]) { return nil }
        return currency.testVersions.contains(code.bytes[0]) ? .ofATestNetwork : .ofAnotherCurrency
    }

    /// What is to be said of an address of Ethereum: `0x` and 40 hexadecimal digits, whose case is a checksum unless it is all
    /// the same (EIP-55). Nil when it is right, and for a name.
    static func ethereumNote(on address: String) -> Note? {
        let bytes = address.utf8Slice
        guard let digits = bytes.after(prefix: "0x") else {
            return bytes.contains(UInt8(ascii: ".")) ? nil : .notAnAddress
        }
        guard digits.count == 40, digits.allSatisfy({ ASCII.hexValue($0) != nil }) else { return .notAnAddress }
        let lower = digits.map(ASCII.lowercased)
        if digits.elementsEqual(lower) || !digits.contains(where: { 0x61...0x66 ~= $0 }) { return nil }
        let hash = Keccak256.digest(lower)
        for (index, digit) in digits.enumerated() where ASCII.isLetter(digit) {
            let nibble = index.isMultiple(of: 2) ? hash[index / 2] >> 4 : hash[index / 2] & 15
            if (nibble >= 8) != (0x41...0x46 ~= digit) { return .checksumWrong }
        }
        return nil
    }
}
