import Payloads
import Symbols
import Testing

@testable import Composing

struct FormTableTests {
    @Test func hasEveryIdOnceAndHelpForEveryField() {
        #expect(Set(PayloadForm.all.map(\.id)).count == PayloadForm.all.count)
        for form in PayloadForm.all {
            #expect(Set(form.fields.map(\.id)).count == form.fields.count)
            for field in form.fields {
                #expect(
                    field.id.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x2D || (0x30...0x39).contains($0) })
                #expect(!field.help.isEmpty && !field.help.hasSuffix(".") && !field.label.isEmpty)
                if case .choice(let choices) = field.control { #expect(choices.count > 1) }
            }
        }
        #expect(PayloadForm.named("horoscope") == nil)
    }

    /// A field with an id is the same kind of field in every form, because it is one option of the command line.
    @Test func sharesIdsBetweenFieldsOfOneControl() {
        var controls: [String: FormEntry.Control] = [:]
        for field in PayloadForm.all.flatMap(\.fields) {
            guard let known = controls[field.id] else {
                controls[field.id] = field.control
                continue
            }
            switch (known, field.control) {
            case (.check, .check), (.secret, .secret), (.path, .path): break
            case (.check, _), (_, .check), (.secret, _), (_, .secret), (.path, _), (_, .path):
                Issue.record("\(field.id) is of two controls")
            default: break
            }
        }
    }

    /// Whatever is entered, there is a line that says what to do, or content of the form's kind.
    @Test(arguments: PayloadForm.all.map(\.id))
    func takesAnything(_ id: String) throws {
        let form = try #require(PayloadForm.named(id))
        let kinds: [String: Set<PayloadKind>] = [
            "url": [.url], "contact": [.contact], "wifi": [.wifi], "email": [.email], "phone": [.phone],
            "sms": [.message], "place": [.place], "event": [.event], "epc": [.payment], "swiss": [.payment],
            "upi": [.payment], "crypto": [.crypto], "otp": [.oneTimePassword],
        ]
        var random = RandomValues(seed: 99)
        let controls = ["\u{0}", "\u{1B}[2J", "\r\n", "\u{7F}", "\u{9B}", "\u{2028}"]
        for _ in 0..<200 {
            var values: [String: String] = [:]
            for field in form.fields where field.isRequired || random.chance(40) {
                if case .choice(let choices) = field.control, random.chance(90) {
                    values[field.id] = random.pick(choices).value
                } else if case .text(let placeholder) = field.control, !placeholder.isEmpty, random.chance(60) {
                    values[field.id] = placeholder
                } else {
                    values[field.id] = random.lines(random.chance(2) ? 9000 : 100)
                    if random.chance(20) { values[field.id]! += random.pick(controls) }
                }
            }
            do throws(FormError) {
                let content = try form.compose(values) { _ throws(FormError) in Array(repeating: 1, count: 4000) }
                #expect(!content.bytes.isEmpty)
                guard let kinds = kinds[id] else { continue }
                let payload = content.payload(as: .qrCode)
                #expect(kinds.contains(payload.kind), "\(values) \(content.text ?? "")")
            } catch {
                #expect(
                    !error.reason.isEmpty && !error.reason.contains { $0.isNewline } && !error.reason.hasSuffix("."))
                if let field = error.field { #expect(form.fields.contains { $0.id == field }) }
            }
        }
    }

    @Test func picksFromTheTableOfIdentifiers() throws {
        let entry = try #require(GS1IdentifierEntry.all.first { $0.number == "01" })
        #expect(entry.format == "14 digits")
        #expect(GS1IdentifierEntry.all.first { $0.number == "10" }?.format == "up to 20 characters")
        #expect(GS1IdentifierEntry.all.first { $0.number == "310n" }?.format == "6 digits")
        #expect(GS1IdentifierEntry.all.count > 200)
    }
}
