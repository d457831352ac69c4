import Testing

@testable import Payloads

@Suite struct MerchantTests {
    private let pix =
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA"
        + "62070503***63041D3D"

    /// EMVCo QR Code Specification for Payment Systems, Merchant-Presented Mode, annex A.
    private let example =
        "00020101021229300012D156000000000510A93FO3230Q31280012D15600000001030812345678520441115802CN5914BEST TRANSPORT6007BEIJING"
        + "64200002ZH0104最佳运输0202北京540523.7253031565502016233030412340603***0708A60086670902ME91320016A0112233449988770708123456786304"
        + "A13A"

    @Test func readsPix() {
        let payload = parse(pix)
        #expect(payload.kind == .payment)
        #expect(payload.summary == "Payment to Fulano de Tal")
        #expect(payload.value("pixKey") == "123e4567-e12b-12d1-a456-426655440000")
        #expect(payload.value("currency") == "BRL")
        #expect(payload.value("format") == "Pix")
        #expect(payload.value("reference") == "***")
        #expect(payload.notes.isEmpty && payload.warnings.isEmpty)
    }

    @Test func readsTheSpecificationsExample() {
        let payload = parse(example)
        #expect(payload.kind == .payment)
        #expect(payload.summary == "Payment of 23.72 CNY to BEST TRANSPORT")
        #expect(payload.value("localName") == "最佳运输")
        #expect(payload.value("localCity") == "北京")
        #expect(payload.value("tip") == "asked for")
        #expect(payload.value("store") == "1234")
        #expect(payload.value("terminal") == "A6008667")
        #expect(payload.value("use") == "for one payment")
        #expect(payload.values("scheme") == ["D15600000000", "D15600000001"])
        #expect(payload.notes.isEmpty, "\(payload.notes)")
    }

    @Test func aWrongChecksumIsShownAsWrong() {
        for text in [
            pix.dropLast() + "E", pix.replacing("Fulano", with: "Sicano"), pix.dropLast(4) + "ZZZZ",
            example.replacing("23.72", with: "99.72"),
        ] {
            let payload = parse(String(text))
            #expect(payload.kind == .payment)
            #expect(payload.note("checksum") == "wrong")
            #expect(payload.warningNames == ["checksum"])
        }
        #expect(parse(pix.dropLast(4) + "1d3d").notes.isEmpty)
    }

    @Test(
        arguments: [
            (
                "00020101021226280011com.example0109MERCHANT7520458125303840540523.725502035702105802US5904CAFE6003NYC62150105BILL10702T9"
                    + "63045485", [:], []
            ),
            (
                "000201010212021640001234567890125204000053039785414123456789012345802DE5901X6001Y6304E334",
                ["amount": "amount over the limit"], []
            ),
            (
                "000201010212021640001234567890125204000053030015803DEU5901X6001Y63047EBA",
                ["currency": "not known", "country": "not two letters"], []
            ),
            ("0002010102120216400012345678901253039785802DE6304E2C0", [:], ["missing-fields"]),
            (
                "00020101021202164000123456789012520400A0530397854040.005802DE5901X6001Y5502026304BF44",
                ["amount": "amount of zero", "category": "not four digits", "tip": "missing"], []
            ),
            ("000201010212021640001234567890125204000053039785802DE5913CAFÉ MÜLLER6005KÖLN6304E97C", [:], []),
        ] as [(String, [String: String], [String])])
    func checks(text: String, notes: [String: String], warnings: [String]) {
        let payload = parse(text)
        #expect(payload.kind == .payment)
        #expect(payload.notes == notes)
        #expect(payload.warningNames == warnings)
    }

    @Test func aTipByPercentage() {
        let payload = parse(
            "00020101021226280011com.example0109MERCHANT7520458125303840540523.725502035702105802US5904CAFE6003NYC62150105BILL1"
                + "0702T963045485")
        #expect(payload.value("tip") == "10 %")
        #expect(payload.value("accounts") == "MERCHANT7")
        #expect(payload.value("bill") == "BILL1")
    }

    @Test func oneThatIsCutOffSaysSo() {
        let payload = parse(String(pix.prefix(110)))
        #expect(payload.kind == .payment)
        #expect(payload.warningNames.contains("incomplete"))
        #expect(payload.note("checksum") == "missing")
    }

    @Test(arguments: [
        "000201", "00020101021", "000201010212", "0002010102110000", "00020112345678901234", "000202010212",
        "0002016304A13A",
        "00020100020100020100020100020100020", "000201 and text", "0002019999", "0102000201", "00020101021252",
        "0002015804USUS6304",
    ])
    func leavesWhatIsNone(text: String) {
        #expect(parse(text).kind == .text)
    }
}
