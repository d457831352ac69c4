import Files
import Testing

@testable import Printing

/// Printers by their addresses, and what they tell.
@Suite struct PrinterTests {
    @Test func addressesAreTold() throws {
        #expect(try Printer("socket://label") == .socket(host: "label", port: 9100))
        #expect(try Printer("socket://10.0.0.7:9101/") == .socket(host: "10.0.0.7", port: 9101))
        #expect(try Printer("10.0.0.7:9100") == .socket(host: "10.0.0.7", port: 9100))
        #expect(try Printer("[::1]:9100") == .socket(host: "::1", port: 9100))
        #expect(try Printer("socket://[fe80::1]") == .socket(host: "fe80::1", port: 9100))
        #expect(try Printer("/dev/usb/lp0") == .device("/dev/usb/lp0"))
        #expect(try Printer("file:/dev/usb/lp0") == .device("/dev/usb/lp0"))
        #expect(try Printer("file:///dev/usb/lp0") == .device("/dev/usb/lp0"))
        #expect(try Printer("ipps://printer.local/ipp/print") == .ipp("ipps://printer.local/ipp/print"))
        #expect(try Printer("Office_2") == .ipp("Office_2"))
        for wrong in [
            "", "a b", "http://x", "socket://", "socket://x:0", "socket://x:70000", "socket://a/b", "x\n",
        ] { #expect(throws: UserError.self, "\(wrong)") { try Printer(wrong) } }
    }

    @Test func reasonsAreWords() {
        #expect(PrintReason.text(["none"]) == "")
        #expect(PrintReason.text(["media-empty-error", "cover-open"]) == "out of paper, a cover is open")
        #expect(PrintReason.text(["com.example-laser-cold-report"]) == "com.example laser cold")
    }

    @Test func aMessageIsToldWhereSomethingHoldsAPrinterUp() {
        func why(_ state: PrinterState, _ reasons: [String], takesJobs: Bool = true) -> String {
            PrinterFacts(
                model: "", state: state, reasons: reasons, message: "Out to lunch", takesJobs: takesJobs, formats: [],
                media: [], defaultMedia: "", qualities: [], scalings: [], maximumCopies: 1
            ).why
        }
        #expect(why(.stopped, ["paused"]) == "paused (Out to lunch)")
        #expect(why(.idle, ["none"], takesJobs: false) == "Out to lunch")
        #expect(why(.idle, ["toner-low"]) == "little toner left")
    }

    @Test func papersAreFoundByTheirSize() throws {
        #expect(PrinterFacts.size(ofMedia: "iso_a4_210x297mm") == PaperSize(width: 210, height: 297))
        let letter = try #require(PrinterFacts.size(ofMedia: "na_letter_8.5x11in"))
        #expect(abs(letter.width - 215.9) < 0.001 && abs(letter.height - 279.4) < 0.001)
        #expect(PrinterFacts.size(ofMedia: "auto") == nil)
        let facts = PrinterFacts(
            model: "", state: .idle, reasons: [], message: "", takesJobs: true, formats: [],
            media: ["na_letter_8.5x11in", "iso_a4_210x297mm", "om_dk_62x29mm"], defaultMedia: "", qualities: [],
            scalings: [], maximumCopies: 1)
        #expect(facts.media(of: .a4) == "iso_a4_210x297mm")
        #expect(facts.media(of: PaperSize(width: 62, height: 29)) == "om_dk_62x29mm")
        #expect(facts.media(of: PaperSize(width: 62, height: 100)) == nil)
    }
}
