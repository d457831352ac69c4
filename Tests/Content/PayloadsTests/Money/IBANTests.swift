import Testing

@testable import Payloads

@Suite struct IBANTests {
    /// The examples of the SWIFT IBAN registry.
    @Test(arguments: [
        "AD1200012030200359100100", "AE070331234567890123456", "AL47212110090000000235698741", "AT611904300234573201",
        "AZ21NABZ00000000137010001944", "BA391290079401028494", "BE68539007547034", "BG80BNBG96611020345678",
        "BH67BMAG00001299123456", "BR1800360305000010009795493C1", "CH9300762011623852957",
        "CY17002001280000001200527600",
        "CZ6508000000192000145399", "DE89370400440532013000", "DK5000400440116243", "DO28BAGR00000001212453611324",
        "EE382200221020145685", "ES9121000418450200051332", "FI2112345600000785", "FO6264600001631634",
        "FR1420041010050500013M02606", "GB29NWBK60161331926819", "GE29NB0000000101904917", "GI75NWBK000000007099453",
        "GL8964710001000206", "GR1601101250000000012300695", "GT82TRAJ01020000001210029690", "HR1210010051863000160",
        "HU42117730161111101800000000", "IE29AIBK93115212345678", "IL620108000000099999999",
        "IS140159260076545510730339",
        "IT60X0542811101000000123456", "JO94CBJO0010000000000131000302", "KW81CBKU0000000000001234560101",
        "KZ86125KZT5004100100", "LB62099900000001001901229114", "LI21088100002324013AA", "LT121000011101001000",
        "LU280019400644750000", "LV80BANK0000435195001", "MC5811222000010123456789030", "MD24AG000225100013104168",
        "ME25505000012345678951", "MK07250120000058984", "MT84MALT011000012345MTLCAST001S", "NL91ABNA0417164300",
        "NO9386011117947", "PL61109010140000071219812874", "PT50000201231234567890154", "QA58DOHB00001234567890ABCDEFG",
        "RO49AAAA1B31007593840000", "RS35260005601001611379", "SA0380000000608010167519", "SE4550000000058398257466",
        "SI56263300012039086", "SK3112000000198742637541", "SM86U0322509800000000270100", "TN5910006035183598478831",
        "TR330006100519786457841326", "UA213223130000026007233566001", "VA59001123000012345678", "XK051212012345678906",
        "de89 3704 0044 0532 0130 00",
    ])
    func right(text: String) { #expect(IBAN(text).note == nil) }

    @Test(arguments: [
        ("DE89370400440532013001", "check digits wrong"), ("DE88370400440532013000", "check digits wrong"),
        ("GB29NWBK60161331926818", "check digits wrong"), ("NL91ABNA0417164301", "check digits wrong"),
        ("FR1420041010050500013M02607", "check digits wrong"), ("CH9300762011623852958", "check digits wrong"),
        ("DE8937040044053201300", "wrong length: DE has 22 characters"),
        ("DE893704004405320130000", "wrong length: DE has 22 characters"),
        ("NO93860111179470", "wrong length: NO has 15 characters"), ("ZZ6853900754703400", "no such country: ZZ"),
        ("US64SVBKUS6S3300958879", "no such country: US"), ("GB29123460161331926819", "wrong structure for GB"),
        ("DE8937040044053201300A", "wrong structure for DE"), ("", "not an account number"),
        ("DE", "not an account number"),
        ("1234567890", "not an account number"), ("DE8937040044053201300!", "not an account number"),
        ("DEAA370400440532013000", "not an account number"), ("DE٨٩370400440532013000", "not an account number"),
        ("BE68539007547034X", "wrong length: BE has 16 characters"),
    ])
    func wrong(text: String, note: String) { #expect(IBAN(text).note?.text == note) }

}

@Suite struct CheckSumTests {
    /// ISO 11649.
    @Test(arguments: ["RF18539007547034", "RF18 5390 0754 7034", "RF712348231", "RF73240191"])
    func creditorReferences(text: String) { #expect(CheckSum.isCreditorReference(text)) }

    @Test(arguments: ["RF19539007547034", "RF18539007547035", "RF", "RF18", "XX18539007547034", "RF1853900754703!", ""])
    func otherReferences(text: String) { #expect(!CheckSum.isCreditorReference(text)) }

    @Test(arguments: [
        ("210000000003139471430009017", true), ("000000000000000000000000000", true),
        ("000000000000000000000000001", false),
        ("210000000003139471430009018", false), ("120000000003139471430009017", false),
        ("21000000000313947143000901x", false),
    ])
    func mod10Recursive(digits: String, isRight: Bool) {
        #expect(CheckSum.isMod10Recursive(ArraySlice(Array(digits.utf8))) == isRight)
    }

    /// The check value of CRC-16/CCITT-FALSE.
    @Test func crc16() {
        #expect(CheckSum.crc16("123456789".utf8) == 0x29B1)
        #expect(CheckSum.crc16([]) == 0xFFFF)
    }

    @Test(arguments: [
        ("BFSWDE33", nil), ("BFSWDE33XXX", nil), ("DEUTDEFF500", nil), ("BFSWDE3", "not a bank's code"),
        ("BFSW1233", "not a bank's code"), ("BFSWDE33X", "not a bank's code"), ("", "not a bank's code"),
    ])
    func bankIdentifiers(text: String, note: String?) { #expect(BankIdentifier.note(on: text)?.text == note) }

    @Test(arguments: [
        ("20", "20.00", nil), ("0.01", "0.01", nil), ("999999999.99", "999999999.99", nil), ("1949.7", "1949.70", nil),
        ("0", "0.00", "amount under 0.01"), ("0.00", "0.00", "amount under 0.01"),
        ("1000000000", "1000000000.00", "amount over the limit"), ("1.234", "1.234", "not an amount"),
        ("1,50", "1,50", "not an amount"), ("-1", "-1", "not an amount"), ("1.", "1.", "not an amount"),
        (".5", ".5", "not an amount"), ("", "", "not an amount"),
        ("9999999999999999999", "9999999999999999999", "not an amount"),
        ("1e3", "1e3", "not an amount"), ("1.-5", "1.-5", "not an amount"),
    ])
    func amounts(text: String, plain: String, note: String?) {
        #expect(MoneyAmount(text).plainText == plain)
        #expect(MoneyAmount(text).note?.text == note)
    }
}
