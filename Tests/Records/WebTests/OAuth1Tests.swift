import Testing

@testable import Web

/// The examples of RFC 5849.
@Suite struct OAuth1Tests {
    @Test func theBaseStringIsThatOfTheStandard() {
        let own = [
            "oauth_consumer_key": "9djdj82h48djs9d2", "oauth_token": "kkk9d7dh3k39sjv7",
            "oauth_signature_method": "HMAC-SHA1", "oauth_timestamp": "137131201", "oauth_nonce": "7d8f3e4a",
        ]
        #expect(
            OAuth1.baseString(
                "post", "HTTP://Example.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b", own, "c2&a3=2+q")
                == "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540"
                + "%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method"
                + "%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7")
    }

    /// Section 1.2: the three legs and a request with the user's token.
    @Test func signaturesAreThoseOfTheStandard() {
        var signer = OAuth1(key: "dpf43f3p2l4k3l03", secret: "kd94hf93k423kf44")
        let first = signer.header(
            "POST", "https://photos.example.net/initiate", ["oauth_callback": "http://printer.example.com/ready"],
            nonce: "wIjqoS", seconds: 137_131_200)
        #expect(first.contains("oauth_signature=\"74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D\""), "\(first)")
        (signer.token, signer.tokenSecret) = ("hh5s93j4hdidpola", "hdhd0244k9j7ao03")
        let second = signer.header(
            "POST", "https://photos.example.net/token", ["oauth_verifier": "hfdp7dh39dks9884"], nonce: "walatlh",
            seconds: 137_131_201)
        #expect(second.contains("oauth_signature=\"gKgrFCywp7rO0OXSjdot%2FIHF7IU%3D\""), "\(second)")
        (signer.token, signer.tokenSecret) = ("nnch734d00sl2jdk", "pfkkdhi9sl3r4s00")
        let third = signer.header(
            "GET", "http://photos.example.net/photos?file=vacation.jpg&size=original", nonce: "chapoH",
            seconds: 137_131_202)
        #expect(third.contains("oauth_signature=\"MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D\""), "\(third)")
        #expect(third.hasPrefix("Authorization: OAuth oauth_consumer_key=\"dpf43f3p2l4k3l03\", oauth_nonce="))
    }

    /// Section 3.4.4; the header has them encoded once more.
    @Test func plaintextIsBothSecrets() {
        var signer = OAuth1(key: "k", secret: "a&b", token: "t", tokenSecret: "c d")
        signer.method = .plaintext
        let header = signer.header("GET", "https://a.example/", nonce: "n", seconds: 1)
        #expect(header.contains("oauth_signature=\"a%2526b%26c%2520d\""), "\(header)")
        #expect(header.contains("oauth_signature_method=\"PLAINTEXT\""))
    }

    @Test func namesAndValuesComeBack() {
        let pairs = FormText.pairs(in: "a=1&b=r+2&c&=&d=%C3%A9%zz&&e==")
        #expect(pairs.map(\.name) == ["a", "b", "c", "", "d", "e"])
        #expect(pairs.map(\.value) == ["1", "r 2", "", "", "%C3%A9%zz", "="])
        #expect(FormText.encoded("aZ9-._~ /é") == "aZ9-._~%20%2F%C3%A9")
    }
}
