import Cryptography
import Testing

struct DigestTests {
    /// FIPS 180-4's examples of one block.
    @Test(arguments: [
        (Digest.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            .sha512,
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
        ),
    ])
    func digestsOfABC(digest: Digest, expected: String) {
        #expect(digest.of("abc".bytes).hexadecimal == expected)
        #expect(expected.utf8.count == digest.length * 2)
    }

    @Test func nothingHasADigestToo() {
        #expect(Digest.sha1.of([]).hexadecimal == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    }

    /// RFC 4231: test cases 1, 2, 3, 6 and 7.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0B, count: 20), "Hi There".bytes,
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "Jefe".bytes, "what do ya want for nothing?".bytes,
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First".bytes,
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm."
                .bytes, "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ])
    func authenticationCodes(key: [UInt8], message: [UInt8], expected: String) {
        #expect(Digest.sha256.authenticationCode(of: message, key: key).hexadecimal == expected)
    }

    /// Computed by Python: `hmac.new(b"", b"", "sha256").hexdigest()`.
    @Test func emptyKeyIsAKey() {
        let code = Digest.sha256.authenticationCode(of: [], key: [])
        #expect(code.hexadecimal == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad")
    }

    @Test func comparesEveryByte() {
        let bytes: [UInt8] = [1, 2, 3]
        #expect(bytes.isEqualInConstantTime(to: [1, 2, 3]))
        #expect([UInt8]().isEqualInConstantTime(to: []))
        for other: [UInt8] in [[1, 2], [1, 2, 3, 4], [0, 2, 3], [1, 2, 2], []] {
            #expect(!bytes.isEqualInConstantTime(to: other))
        }
    }
}
