import SeededRandomness

/// Contents of post offices and trades.
extension ProofContents {
    private static let capitals = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

    static let postal: [ProofContents] = [
        digits("usps-imb", [31, 29, 25, 20]) { digits in
            // The second digit is 0 to 4.
            digits.enumerated().map { $0 == 1 ? 0x30 + ($1 - 0x30) % 5 : $1 }
        },
        digits("postnet", [5, 9, 11]), digits("planet", [11, 13]), digits("cepnet", [8]),
        text("rm4scc", capitals, 7...9), text("kix", capitals, 5...12, prefix: "1234AB"),
        ProofContents(name: "mailmark") { round, noise in
            let head = "\(round % 5)\(round % 4 + 1)\(round % 10)" + number(round % 2 == 0 ? 2 : 6, &noise)
            let postcodes = ["EF61AH8T ", "XY11     ", "A9B0LB1A "]
            return Array((head + number(8, &noise) + postcodes[round % postcodes.count]).utf8)
        },
        ProofContents(name: "australia-post") { round, noise in
            let customer: String =
                switch round % 4 {
                case 0: ""
                case 1: letters(5, "ABCDEFGHIJKLMNOP", &noise)
                case 2: number(8, &noise)
                default: letters(10, "ABCDEFGHIJ 0123456789", &noise)
                }
            return Array((number(8, &noise) + customer).utf8)
        },
        digits("australia-post-reply-paid", [8]), digits("australia-post-routing", [8, 5]),
        digits("australia-post-redirection", [8]),
        ProofContents(name: "japan-post") { round, noise in
            let address = letters(
                round == 0 ? 0 : round == 1 ? 13 : Int.random(in: 1...13, using: &noise), "0123456789-", &noise)
            return Array((number(7, &noise) + address).utf8)
        },
    ]

    static let labels: [ProofContents] = [
        digits("dp-leitcode", [13]), digits("dp-identcode", [11]), digits("ean-14", [13]), digits("sscc-18", [17]),
        digits("code-32", [8]), text("logmars", capitals + "-. ", 3...20),
        // Postcode and depot may have letters; the serial number, the service and the country have none.
        ProofContents(name: "dpd") { _, noise in
            Array((letters(11, capitals, &noise) + number(16, &noise)).utf8)
        },
        // Numbers that have a check digit.
        ProofContents(name: "pzn") { _, noise in
            while true {
                let text = number(7, &noise)
                let sum = text.utf8.enumerated().reduce(0) { $0 + (Int($1.element) - 0x30) * ($1.offset + 1) }
                if sum % 11 < 10 { return Array(text.utf8) }
            }
        },
        // Of makers whose numbers have no check digit.
        text("vin", "0123456789ABCDEFGHJKLMNPRSTUVWXYZ", 16...16, prefix: "W"),
        text("hibc-code-128", capitals, 5...30), text("hibc-code-39", capitals, 5...30),
        text("hibc-qr-code", capitals, 5...60), text("hibc-data-matrix", capitals, 5...60),
        text("hibc-aztec", capitals, 5...60), text("hibc-pdf417", capitals, 5...60),
        text("hibc-micro-pdf417", capitals, 5...60), text("upnqr", "ABC abc čšžČŠŽ 0123,-", 1...300),
        digits("issn", [7]) { Array("977".utf8) + $0 + Array("00".utf8) },
        digits("ismn", [8]) { Array("9790".utf8) + $0 },
        ProofContents(name: "pharmacode") { round, noise in
            Array(String(round == 1 ? 131_070 : Int.random(in: 100...131_070, using: &noise)).utf8)
        },
        ProofContents(name: "pharmacode-two-track") { round, noise in
            Array(String(round == 1 ? 64_570_080 : Int.random(in: 1000...64_570_080, using: &noise)).utf8)
        },
        ProofContents(name: "code-11") { round, noise in
            let values = (0..<(round == 0 ? 3 : Int.random(in: 3...20, using: &noise))).map { _ in
                Int.random(in: 0...10, using: &noise)
            }
            // Two check characters, with weights that begin again behind 10 and 9.
            func check(_ values: [Int], _ most: Int) -> Int {
                values.reversed().enumerated().reduce(0) { $0 + $1.element * ($1.offset % most + 1) } % 11
            }
            let first = values + [check(values, 10)]
            return (first + [check(first, 9)]).map { Array("0123456789-".utf8)[$0] }
        },
    ]

    /// As many digits as one of `counts`.
    static func digits(
        _ name: String, _ counts: [Int], _ change: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
    ) -> ProofContents {
        ProofContents(name: name) { round, noise in change(Array(number(counts[round % counts.count], &noise).utf8)) }
    }

    private static func number(_ count: Int, _ noise: inout SplitMix) -> String { letters(count, "0123456789", &noise) }

    private static func letters(_ count: Int, _ characters: String, _ noise: inout SplitMix) -> String {
        String((0..<count).compactMap { _ in characters.randomElement(using: &noise) })
    }
}
