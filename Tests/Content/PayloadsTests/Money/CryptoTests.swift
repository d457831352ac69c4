import Testing

@testable import Payloads

@Suite struct CryptoTests {
    /// BIP 21, BIP 173, BIP 350.
    @Test(
        arguments: [
            ("bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=20.3", "20.3 BTC"),
            ("bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W", nil),
            ("bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?label=Luke-Jr", nil),
            (
                "bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz",
                "50 BTC"
            ),
            ("bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", nil), ("bitcoin:3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy", nil),
            ("BITCOIN:BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4?AMOUNT=0.1", "0.1 BTC"),
            ("bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", nil),
            ("bitcoin:bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3", nil),
        ] as [(String, String?)])
    func readsBitcoin(text: String, amount: String?) {
        let payload = parse(text)
        #expect(payload.kind == .crypto)
        #expect(payload.value("amount") == amount)
        // The address of BIP 21's examples has a wrong checksum, on purpose.
        #expect(payload.note("address") == (text.contains(":175t") ? "checksum wrong" : nil))
        #expect(payload.value("currency") == "Bitcoin")
    }

    @Test(arguments: [
        ("bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245X", "checksum wrong"),
        ("bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", "checksum wrong"),
        ("bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum wrong"),
        ("bitcoin:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd", "checksum wrong"),
        ("bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "of a test network"),
        ("bitcoin:mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "of a test network"), ("bitcoin:0OIl0OIl0OIl", "not an address"),
        ("bitcoin:LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9", "of another currency"), ("bitcoin:hello12345", "not an address"),
        ("bitcoin:bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "not an address"),
    ])
    func wrongAddressesAreSaid(text: String, note: String) {
        #expect(parse(text).kind == .crypto)
        #expect(parse(text).note("address") == note)
    }

    @Test(arguments: ["1e3", "-1", "ten", "", ".", "1.2.3", "1,5"])
    func wrongAmountsAreSaid(amount: String) {
        let payload = parse("bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?amount=\(amount)")
        #expect(payload.note("amount") == "not an amount")
    }

    @Test func whatAWalletMustKnowIsSaid() {
        let payload = parse("bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W?req-somethingyoudontunderstand=50")
        #expect(payload.warningNames == ["required"])
    }

    @Test(arguments: [
        ("litecoin:LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9", "Litecoin", nil),
        ("dogecoin:DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L", "Dogecoin", nil),
        ("litecoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Litecoin", "of another currency"),
        ("bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "Bitcoin Cash", "not checked here"),
    ])
    func readsOthers(text: String, currency: String, note: String?) {
        #expect(parse(text).kind == .crypto)
        #expect(parse(text).value("currency") == currency)
        #expect(parse(text).note("address") == note)
    }

    /// EIP-55's examples.
    @Test(arguments: [
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        "0x52908400098527886E0F7030069857D2E4169EE7", "0xde709f2102306220921060314715629080e2fb77", "vitalik.eth",
    ])
    func rightAddressesOfEthereum(address: String) { #expect(CryptoAddress.ethereumNote(on: address) == nil) }

    @Test(arguments: [
        ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "checksum wrong"),
        ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", "not an address"),
        ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", "not an address"), ("0x", "not an address"),
        ("0xDBF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "checksum wrong"),
    ])
    func wrongAddressesOfEthereum(address: String, note: String) {
        #expect(CryptoAddress.ethereumNote(on: address)?.text == note)
    }

    /// EIP-681's examples.
    @Test(
        arguments: [
            ("ethereum:0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359?value=2.014e18", "2.014 ETH", nil),
            ("ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1?value=1000000000000000000", "1 ETH", nil),
            ("ethereum:pay-0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed?value=1", "0.000000000000000001 ETH", nil),
            ("ethereum:vitalik.eth?value=1e17", "0.1 ETH", nil),
            (
                "ethereum:0x89205a3a3b2a69de6dbf7f01ed13b2108b2c43e7/transfer?address=0x8e23ee67d1332ad560396262c48ffbb01f93d052&uint256=1",
                nil, "contract"
            ),
        ] as [(String, String?, String?)])
    func readsEthereum(text: String, amount: String?, warning: String?) {
        let payload = parse(text)
        #expect(payload.kind == .crypto)
        #expect(payload.value("amount") == amount)
        #expect(payload.warningNames.first == warning)
    }

    @Test(arguments: ["1.5", "1e-1", "0x10", "", "1.23e1", "1e61", "ten"])
    func whatIsNoAmountOfWeiIsSaid(value: String) { #expect(CoinAmount.ether(ofWei: value) == nil) }

    @Test(arguments: [
        "bitcoin:", "bitcoin: to the moon", "bitcoin", "ethereum:", "ethereum: classic.net now",
        "litecoin:a b c d e f g h",
        "bitcoinx:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg", "bc1", "bc1qqqqqqqqqqqqqqqq",
        "xy1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4qq", "175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W",
    ])
    func leavesWhatIsNone(text: String) { #expect(parse(text).kind == .text) }

    /// The scheme says what it is; a damaged address does not make text of it.
    @Test(arguments: [
        ("bitcoin:short", "not an address"), ("bitcoin:175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W!", "not an address"),
        ("BITCOIN:175tWpb8K1S7NmH4Zx6rewF9WQrcZv2450", "not an address"), ("monero:x", "not an address"),
        ("litecoin:LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH8", "checksum wrong"), ("litecoin:a-b", "not an address"),
        ("ethereum:hello", "not an address"), ("ethereum:5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "not an address"),
        ("ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD@1?value=1e18", "checksum wrong"),
        // Without the scheme, too, where nothing else looks like it.
        ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", "checksum wrong"),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "checksum wrong"),
        ("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5", "checksum wrong"),
        ("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "of a test network"),
    ])
    func aDamagedAddressIsNoText(text: String, note: String) {
        let payload = parse(text)
        #expect(payload.kind == .crypto)
        #expect(payload.note("address") == note)
        #expect(payload.opened.isEmpty && payload.handedOver.isEmpty)
    }

    @Test(arguments: [
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bitcoin"),
        ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "Ethereum"),
    ])
    func aRightAddressWithoutSchemeIsKnown(text: String, currency: String) {
        #expect(parse(text).kind == .crypto)
        #expect(parse(text).value("currency") == currency)
        #expect(parse(text).notes.isEmpty)
    }

    @Test(arguments: ["bitcoin:?amount=1", "ethereum:?value=1", "ethereum:@1", "monero:?tx_amount=1"])
    func aMissingAddressIsSaid(text: String) {
        #expect(parse(text).kind == .crypto)
        #expect(parse(text).warningNames == ["missing-fields"])
        #expect(parse(text).value("address") == nil)
    }
}

@Suite struct LightningTests {
    private let donation =
        "lnbc1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun"
        + "0dfjkxaq8rkx3yf5tcsyz3d73gafnh3cax9rn449d9p5uxz9ezhhypd0elx87sjle52x86fux2ypatgddc6k63n7erqz25le42c4u4ecky03ylcqca784w"
    private let coffee =
        "lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpuaztrnwngzn3kdzw5hydlzf03q"
        + "dgm2hdq27cqv3agm2awhz5se903vruatfhq77w3ls4evs3ch9zw97j25emudupq63nyw24cg27h2rspfj9srp"

    /// BOLT 11's examples.
    @Test func readsInvoices() {
        let any = parseThen("lightning:" + donation)
        #expect(any.kind == .crypto)
        #expect(any.value("amount") == "any")
        #expect(any.value("text") == "Please consider supporting this project")
        // The example is from before payment secrets.
        #expect(any.note("lightning") == "no payment secret")
        let cup = parseThen("LIGHTNING:" + coffee.uppercased())
        #expect(cup.value("amount") == "0.0025 BTC")
        #expect(cup.value("text") == "1 cup coffee")
        #expect(cup.value("created") == "2017-06-01 10:57 UTC")
        #expect(cup.note("expires") == "expired 2017-06-01")
        #expect(parseThen(coffee).kind == .crypto)
    }

    private let secret =
        "lnbc25m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5vdhkven9v5sxyetpdeessp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3"
        + "zyg3zyg3zyg3zyg3zygs9q5sqqqqqqqqqqqqqqqqsgq2a25dxl5hrntdtn6zvydt7d66hyzsyhqs4wdynavys42xgl6sgx9c4g7me86a27t07mdtfry458rtjr0v92c"
        + "nmswpsjscgt2vcse3sgpz3uapa"
    private let tooFine =
        "lnbc2500000001p1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpusp5zyg3zyg3zyg3zyg3zyg"
        + "3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygs9qrsgq0lzc236j96a95uv0m3umg28gclm5lqxtqqwk32uuk4k6673k6n5kfvx3d2h8s295fad45fdhmusm8sjudfhlf6"
        + "dcsxmfvkeywmjdkxcp99202x"

    /// BOLT 11's examples with a payment secret, and of an amount with more than three decimals of a satoshi.
    @Test func whatPayersMustRefuseIsSaid() {
        #expect(parseThen("lightning:" + secret).value("amount") == "0.025 BTC")
        #expect(parseThen("lightning:" + secret).notes["lightning"] == nil)
        #expect(parseThen("lightning:" + secret).notes["amount"] == nil)
        #expect(parseThen("lightning:" + tooFine).kind == .crypto)
        #expect(parseThen("lightning:" + tooFine).note("amount") == "finer than a thousandth of a satoshi")
    }

    @Test func aWrongChecksumIsSaid() {
        let payload = parseThen("lightning:" + coffee.dropLast() + "q")
        #expect(payload.kind == .crypto)
        #expect(payload.note("lightning") == "checksum wrong")
        #expect(parseThen(coffee.dropLast() + "q").note("lightning") == "checksum wrong")
    }

    @Test func anAddressOfTheNetworkShowsWhereItLeads() {
        // LUD-01's example.
        let payload = parseThen(
            "LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9X"
                + "Q6XYEFHVGCXXCMYXYMNSERXFQ5FNS")
        #expect(payload.kind == .crypto)
        #expect(payload.value("host") == "service.com")
    }

    @Test(arguments: [
        "lightning:", "lightning: fast", "lnbc", "lnbc1", "lnxy1pvjluez", "LNURL1", "LNURL1ABC", "lnbc1qqq",
    ])
    func leavesWhatIsNone(text: String) { #expect(parseThen(text).kind == .text) }

    @Test(arguments: [
        ("lightning:lnbc1qqq", "not an invoice"), ("LIGHTNING://hello", "not an invoice"),
        ("lightning:LNURL1ABC", "not an invoice"), ("lightning:lno1pqps7sjqpgt", "not checked here"),
        // LUD-01's example, its third character of data damaged: no address is left.
        (
            "LNURL1DPQ8GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZD3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9X"
                + "Q6XYEFHVGCXXCMYXYMNSERXFQ5FNS", "checksum wrong"
        ),
    ])
    func whatIsDamagedIsNoText(text: String, note: String) {
        let payload = parseThen(text)
        #expect(payload.kind == .crypto)
        #expect(payload.note("lightning") == note)
        #expect(payload.opened.isEmpty && payload.handedOver.isEmpty)
    }

    /// LUD-16.
    @Test func anAddressOfAPersonIsKnown() {
        #expect(parseThen("lightning:ada@example.org").kind == .crypto)
        #expect(parseThen("lightning:ada@example.org").value("address") == "ada@example.org")
    }
}
