import Testing

@testable import Files

@Suite struct MaskedPasswordsTests {
    @Test(arguments: [
        ("http://ana:s3cret@host:80/a?b=c", "http://ana:…@host:80/a?b=c"), ("http://ana@host/", "http://ana@host/"),
        ("http://host:80/", "http://host:80/"), ("mqtts://a:p/w@h/t", "mqtts://a:…@h/t"),
        ("mqtt://a:p@w:x@h/t", "mqtt://a:…@h/t"), ("http://:@h", "http://:…@h"),
        ("cannot open rtsp://a:b@c: no route; ipp://d:e@f", "cannot open rtsp://a:…@c: no route; ipp://d:…@f"),
        ("postgresql://h/db?user=a&password=x&port=1", "postgresql://h/db?user=a&password=…&port=1"),
        ("host=db Password=x user=a", "host=db Password=… user=a"), ("password='a b' user=x", "password=…"),
        ("no address: a@b, 12:30", "no address: a@b, 12:30"), ("", ""), ("a  b\n", "a  b\n"),
    ]) func passwordsAreMaskedAndNothingElse(text: String, shown: String) {
        #expect(text.withMaskedPasswords == shown)
    }
}
