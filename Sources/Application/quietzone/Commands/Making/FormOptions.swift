import ArgumentParser
import Composing

/// The fields of all forms, each an option; which of them a form takes, `PayloadOptions` sees to.
struct FormOptions: ParsableArguments {
    // url
    @Option(help: .field("url")) var url: String?

    // contact
    @Option(help: .field("given")) var given: String?
    @Option(help: .field("family")) var family: String?
    @Option(help: .field("additional")) var additional: String?
    @Option(help: .field("honorific")) var honorific: String?
    @Option(help: .field("name-suffix")) var nameSuffix: String?
    @Option(help: .field("organization")) var organization: String?
    @Option(help: .field("unit")) var unit: String?
    @Option(help: .field("title")) var title: String?
    @Option(help: .field("mobile")) var mobile: String?
    @Option(help: .field("phone")) var phone: String?
    @Option(help: .field("work-phone")) var workPhone: String?
    @Option(help: .field("fax")) var fax: String?
    @Option(help: .field("email")) var email: String?
    @Option(help: .field("work-email")) var workEmail: String?
    @Option(help: .field("street")) var street: String?
    @Option(help: .field("postal-code")) var postalCode: String?
    @Option(help: .field("city")) var city: String?
    @Option(help: .field("region")) var region: String?
    @Option(help: .field("country")) var country: String?
    @Option(help: .field("birthday")) var birthday: String?
    @Option(help: .field("note")) var note: String?
    @Option(help: .field("card"), completion: .field("card")) var card: String?

    // wifi
    @Option(help: .field("ssid")) var ssid: String?
    @Option(help: .field("password")) var password: String?
    @Option(help: .field("security"), completion: .field("security")) var security: String?
    @Flag(help: .field("hidden")) var hidden = false
    @Option(help: .field("eap-method"), completion: .field("eap-method")) var eapMethod: String?
    @Option(help: .field("phase2-method"), completion: .field("phase2-method")) var phase2Method: String?
    @Option(help: .field("identity")) var identity: String?
    @Option(help: .field("anonymous-identity")) var anonymousIdentity: String?

    // email
    @Option(help: .field("to")) var to: String?
    @Option(help: .field("cc")) var cc: String?
    @Option(help: .field("bcc")) var bcc: String?
    @Option(help: .field("subject")) var subject: String?
    @Option(help: .field("body")) var body: String?

    // phone
    @Option(help: .field("extension")) var `extension`: String?

    // sms
    @Option(help: .field("scheme"), completion: .field("scheme")) var scheme: String?

    // place
    @Option(parsing: .unconditional, help: .field("latitude")) var latitude: String?
    @Option(parsing: .unconditional, help: .field("longitude")) var longitude: String?
    @Option(parsing: .unconditional, help: .field("altitude")) var altitude: String?
    @Option(help: .field("label")) var label: String?

    // event
    @Option(help: .field("summary")) var summary: String?
    @Option(help: .field("start")) var start: String?
    @Option(help: .field("end")) var end: String?
    @Flag(help: .field("all-day")) var allDay = false
    @Option(help: .field("time-zone")) var timeZone: String?
    @Option(help: .field("location")) var location: String?
    @Option(help: .field("description")) var description: String?

    // epc
    @Option(help: .field("name")) var name: String?
    @Option(help: .field("iban")) var iban: String?
    @Option(help: .field("bic")) var bic: String?
    @Option(help: .field("amount")) var amount: String?
    @Option(help: .field("purpose")) var purpose: String?
    @Option(help: .field("reference")) var reference: String?
    @Option(help: .field("message")) var message: String?
    @Option(help: .field("information")) var information: String?
    @Option(help: .field("epc-version"), completion: .field("epc-version")) var epcVersion: String?
    @Option(help: .field("charset"), completion: .field("charset")) var charset: String?

    // swiss
    @Option(help: .field("house")) var house: String?
    @Option(help: .field("currency"), completion: .field("currency")) var currency: String?
    @Option(help: .field("debtor-name")) var debtorName: String?
    @Option(help: .field("debtor-street")) var debtorStreet: String?
    @Option(help: .field("debtor-house")) var debtorHouse: String?
    @Option(help: .field("debtor-postal-code")) var debtorPostalCode: String?
    @Option(help: .field("debtor-city")) var debtorCity: String?
    @Option(help: .field("debtor-country")) var debtorCountry: String?
    @Option(help: .field("billing-information")) var billingInformation: String?

    // upi
    @Option(help: .field("upi-address")) var upiAddress: String?

    // crypto
    @Option(help: .field("address")) var address: String?
    @Option(help: .field("coin"), completion: .field("coin")) var coin: String?

    // gs1
    @Option(help: .field("elements")) var elements: String?
    @Option(help: .field("gs1-form"), completion: .field("gs1-form")) var gs1Form: String?

    // gtin
    @Option(help: .field("gtin")) var gtin: String?
    @Option(help: .field("gtin-length"), completion: .field("gtin-length")) var gtinLength: String?
    @Option(help: .field("add-on")) var addOn: String?

    // serial
    @Option(help: .field("prefix")) var prefix: String?
    @Option(help: .field("number")) var number: String?
    @Option(help: .field("width")) var width: String?
    @Option(help: .field("suffix")) var suffix: String?
    @Option(help: .field("check"), completion: .field("check")) var check: String?

    // otp
    @Option(help: .field("account")) var account: String?
    @Option(help: .field("secret")) var secret: String?
    @Option(help: .field("issuer")) var issuer: String?
    @Option(help: .field("otp-type"), completion: .field("otp-type")) var otpType: String?
    @Option(help: .field("algorithm"), completion: .field("algorithm")) var algorithm: String?
    @Option(help: .field("digits"), completion: .field("digits")) var digits: String?
    @Option(help: .field("period")) var period: String?
    @Option(help: .field("counter")) var counter: String?

    // text
    @Option(help: .field("text")) var text: String?

    // bytes
    @Option(help: .field("file"), completion: .field("file")) var file: String?

    /// What was given, by the fields' ids.
    var values: [String: String] {
        var values: [String: String] = [:]
        for child in Mirror(reflecting: self).children {
            guard let id = child.label.map(Self.id) else { continue }
            if let option = child.value as? Option<String?> { values[id] = option.wrappedValue }
            if let flag = child.value as? Flag<Bool>, flag.wrappedValue { values[id] = "yes" }
        }
        return values
    }

    /// The ids of all fields that are options here.
    static var ids: Set<String> { Set(Mirror(reflecting: Self()).children.compactMap { $0.label.map(id) }) }

    /// `eap-method` of `_eapMethod`, as ArgumentParser calls the option.
    private static func id(ofProperty label: String) -> String {
        label.drop { $0 == "_" }.reduce(into: "") { $0 += $1.isUppercase ? "-" + $1.lowercased() : String($1) }
    }
}

/// The fields of all forms by their ids, in the order of the forms. ArgumentParser makes the options again several times for each
/// run, and looking through all forms for each option took most of `make`'s time.
private let fieldsByID = Dictionary(grouping: PayloadForm.all.flatMap(\.fields), by: \.id)

extension CompletionKind {
    /// What can be chosen for a field, in whatever form has it; a file for one that takes a path.
    fileprivate static func field(_ id: String) -> CompletionKind {
        var values: [String] = []
        for field in fieldsByID[id] ?? [] {
            switch field.control {
            case .choice(let choices): values += choices.map(\.value).filter { !values.contains($0) }
            case .path: return .file()
            case .text, .secret, .check, .lines: break
            }
        }
        return values.isEmpty ? .default : .list(values)
    }
}

extension ArgumentHelp {
    /// What the first form that has the field says of it.
    fileprivate static func field(_ id: String) -> ArgumentHelp {
        ArgumentHelp("\(fieldsByID[id]?.first?.help ?? "").")
    }
}
