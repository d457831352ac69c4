import Testing

@testable import Payloads

@Suite struct PartLabelTests {
    /// The forms of EIGP 114, of a distributor that leaves the end out, and of one whose envelope begins wrongly.
    @Test(arguments: [
        "[)>\u{1E}06\u{1D}P296-8875-1-ND\u{1D}1PLM358DR\u{1D}Q25\u{1D}1TA7\u{1D}4LMY\u{1E}\u{04}",
        "[)>\u{1E}06\u{1D}P296-8875-1-ND\u{1D}1PLM358DR\u{1D}Q25\u{1D}1TA7\u{1D}4LMY",
        ">[)>06\u{1D}P296-8875-1-ND\u{1D}1PLM358DR\u{1D}Q25\u{1D}1TA7\u{1D}4LMY",
    ])
    func readsEnvelopes(text: String) {
        let payload = parse(text)
        #expect(payload.kind == .partLabel)
        #expect(payload.summary == "25 × LM358DR")
        #expect(payload.value("part") == "296-8875-1-ND")
        #expect(payload.value("manufacturerPart") == "LM358DR")
        #expect(payload.value("quantity") == "25")
        #expect(payload.value("lot") == "A7")
        #expect(payload.value("country") == "MY")
        #expect(payload.json.text.contains(#""quantity":25"#))
    }

    @Test func keepsWhatIsThereSeveralTimesAndWhatIsUnknown() {
        let payload = parse("[)>\u{1E}06\u{1D}SA1\u{1D}SA2\u{1D}33P3\u{1D}123Zx\u{1D}\u{1D}nothing\u{1E}\u{04}")
        #expect(payload.fields.map(\.value) == ["A1", "A2", "3", "x"])
        #expect(payload.json.text.contains(#""serial":["A1","A2"],"element33P":"3","element123Z":"x""#))
    }

    @Test func readsBraces() {
        let payload = parse("{pbn:PICK2009291337,on:SO2009294070,pc:C6568,pm:CP2102-GMR,qty:2,mc:,cc:1,pdi:34421807}")
        #expect(payload.kind == .partLabel)
        #expect(payload.summary == "2 × CP2102-GMR")
        #expect(payload.value("distributorPart") == "C6568")
        #expect(payload.value("salesOrder") == "SO2009294070")
    }

    @Test(arguments: [
        "[)>", "[)>\u{1E}06", "[)>\u{1E}06\u{1D}", "[)>\u{1E}05\u{1D}10ABC", "[)>\u{1E}06\u{1D}\u{1E}\u{04}",
        "{a:1}", "{pc:C1}", "{pc:C1,pm}", "{pc:C1,Pm:2}", "[)>06P1",
    ])
    func leavesOtherTexts(text: String) { #expect(parse(text).kind != .partLabel) }
}
