/// A content for every kind that can be made.
enum ExampleContents {
    static let all: [String: String] = [
        "ean-13": "4012345678901", "ean-8": "96385074", "upc-a": "036000291452", "upc-e": "01234565",
        "isbn": "0-306-40615-2", "ean-5": "51299", "ean-2": "12", "code-128": "QZ-0815", "code-39": "ABC-1",
        "code-39-extended": "abc{1}", "code-93": "ABC", "code-11": "123-45", "itf": "123456", "itf-14": "1401234567890",
        "standard-2-of-5": "12345", "industrial-2-of-5": "12345", "iata-2-of-5": "12345", "data-logic-2-of-5": "12345",
        "msi": "1234567", "codabar": "A1234B", "telepen": "Telepen", "telepen-numeric": "1234", "pharmacode": "1234",
        "pharmacode-two-track": "123456", "fim": "A", "dx-film-edge": "77-2/23A",
        "gs1-128": "(01)04012345678901(10)AB", "databar": "0401234567890", "databar-truncated": "0401234567890",
        "databar-limited": "0401234567890", "databar-expanded": "(01)04012345678901(10)AB",
        "databar-stacked": "0104012345678901", "databar-stacked-omnidirectional": "0401234567890",
        "databar-expanded-stacked": "0104012345678901\u{1D}10AB", "qr-code": "héllo 漢字", "gs1-qr-code": "(10)AB",
        "micro-qr-code": "HELLO", "rmqr-code": "héllo", "gs1-rmqr-code": "(10)AB", "data-matrix": "hello",
        "gs1-data-matrix": "(01)04012345678901(10)AB", "aztec": "hello", "gs1-aztec": "(10)AB", "aztec-rune": "25",
        "maxicode": "hello", "dotcode": "hello", "gs1-dotcode": "(10)AB", "han-xin": "hello", "pdf417": "hello world",
        "compact-pdf417": "hello world", "micro-pdf417": "hello", "ean-13-composite": "2112345678900|(99)1234-abcd",
        "ean-8-composite": "02345673|(21)A12345678", "upc-a-composite": "416000336108|(99)1234-abcd",
        "upc-e-composite": "00123457|(15)021231", "gs1-128-composite": "(01)03812345678908|(10)ABCD123456",
        "databar-composite": "0361234567890|(11)990102", "databar-limited-composite": "0351234567890|(21)abcdefghij",
        "databar-expanded-composite": "(01)93712345678904(3103)001234|(91)1A2B3C4D5E",
        "databar-stacked-composite": "0341234567890|(17)010200",
        "databar-stacked-omnidirectional-composite": "0361234567890|(11)990102",
        "databar-expanded-stacked-composite": "(01)00012345678905(10)ABCDEF|(21)12345678",
    ]
}
