import Formats

/// What is said of a field's value, in a few words: every note of every kind of content, in one list for translators.
///
/// A note follows its value in brackets or after a dash, so it begins with a small letter (but for names) and has no full stop.
package struct Note: Hashable, Sendable {
    package let text: String

    private init(_ text: String) { self.text = text }

    /// Several in a row; nil for none.
    static func all(_ notes: [Note]) -> Note? {
        notes.isEmpty ? nil : Note(notes.map(\.text).joined(separator: ", "))
    }

    // Of any value.
    static let notKnown = Note("not known")
    static let notANumber = Note("not a number")
    static let notFourDigits = Note("not four digits")
    static let notTwoLetters = Note("not two letters")
    static let notHexadecimal = Note("not hexadecimal digits")
    static let missing = Note("missing")
    static let wrong = Note("wrong")
    static let shownInPart = Note("shown in part")
    static let notPassedOn = Note("not passed on")
    static let cannotBeTakenApart = Note("cannot be parsed")
    static let notVerified = Note("not verified here")
    static let notChecked = Note("not checked here")
    static func longerThan(_ count: Int) -> Note { Note("longer than \(count) characters") }
    static func holds(_ controls: [String], andMore: Bool) -> Note {
        Note("holds " + controls.joined(separator: ", ") + (andMore ? " and more" : ""))
    }
    static func isThereTwice(_ name: String) -> Note { Note("\(name.singleLine(limit: 40)) appears twice") }

    // Checks.
    static let checkDigitWrong = Note("check digit wrong")
    static let checkDigitsWrong = Note("check digits wrong")
    static let checkCharactersWrong = Note("check characters wrong")
    static let checksumWrong = Note("checksum wrong")
    static let priceCheckDigitWrong = Note("price check digit wrong")
    static let ownCheckDigitFits = Note("its own check digit is correct")

    // Days.
    static let notADate = Note("not a date")
    static let notADuration = Note("not a duration")
    static let noSuchDay = Note("no such day")
    static let today = Note("today")
    static let tomorrow = Note("tomorrow")
    static let yesterday = Note("yesterday")
    static let withoutAYear = Note("without a year")
    static let inTheFuture = Note("in the future")
    static let endsBeforeItBegins = Note("ends before it begins")
    static let beforeItBegins = Note("before it begins")
    static let theDayAfterTheLast = Note("the day after the last")
    static let expiresToday = Note("expires today")
    static let bestBeforeToday = Note("best before today")
    static func expired(_ date: CivilDate) -> Note { Note("expired \(date)") }
    static func expired(_ date: CivilDate, ago distance: Distance) -> Note {
        Note("expired \(date), \(distance.text) ago")
    }
    static func expires(in distance: Distance) -> Note { Note("expires in \(distance.text)") }
    static func bestBefore(_ date: CivilDate, ago distance: Distance) -> Note {
        Note("best before \(date), \(distance.text) ago")
    }
    static func passed(ago distance: Distance) -> Note { Note("passed \(distance.text) ago") }
    static func starts(in distance: Distance) -> Note { Note("starts in \(distance.text)") }
    static func due(in distance: Distance) -> Note { Note("in \(distance.text)") }
    static func daysAhead(_ days: Int) -> Note { Note("in \(days) days") }
    static func daysAgo(_ days: Int) -> Note { Note("\(days) days ago") }

    // Money.
    static let notAnAmount = Note("not an amount")
    static let amountOfNothing = Note("amount of zero")
    static let amountUnderOneCent = Note("amount under 0.01")
    static let amountOverTheLimit = Note("amount over the limit")
    static let notInEuros = Note("not in euros")
    static let notFrancsOrEuros = Note("not CHF or EUR")
    static let notRupees = Note("not INR")
    static let notAnAccountNumber = Note("not an account number")
    static let notSwiss = Note("not Swiss or of Liechtenstein")
    static func noSuchCountry(_ code: String) -> Note { Note("no such country: \(code)") }
    static func wrongLength(_ country: String, _ length: Int) -> Note {
        Note("wrong length: \(country) has \(length) characters")
    }
    static func wrongStructure(_ country: String) -> Note { Note("wrong structure for \(country)") }
    static let notABankCode = Note("not a bank's code")
    static let notAUPIAddress = Note("not a UPI address")
    static let notTwentySevenDigits = Note("not 27 digits")
    static let shouldNotBeThere = Note("there should be none")
    static let postalCodeMissing = Note("postal code missing")
    static func partLongerThan(_ part: String, _ count: Int) -> Note {
        Note("\(part) longer than \(count) characters")
    }
    static let notTwoDecimals = Note("not written with two decimals")
    static let townOrCountryMissing = Note("town or country missing")
    static let combinedAddressWithTown = Note("a combined address has no postal code and town of its own")
    static let combinedAddress = Note("combined address, not accepted since 2025-11-21")
    static let addressTypeUnknown = Note("address type is neither S nor K")
    static let notAnAddress = Note("not an address")
    static let notAnInvoice = Note("not an invoice")
    static let finerThanMillisatoshi = Note("finer than a thousandth of a satoshi")
    static let noPaymentHash = Note("no payment hash")
    static let noPaymentSecret = Note("no payment secret")
    static let ofATestNetwork = Note("of a test network")
    static let ofAnotherCurrency = Note("of another currency")

    // People and places.
    static let notAnEmailAddress = Note("not an e-mail address")
    static let longerThanE164 = Note("longer than the 15 digits of E.164")
    static let noCountryCodeBeginsWithZero = Note("no country code begins with 0")
    static let latitudeOutside = Note("outside −90 to 90")
    static let longitudeOutside = Note("outside −180 to 180")
    static let lessThanNothing = Note("less than zero")
    static let notWGS84 = Note("not WGS 84: no map is offered")

    // Access.
    static func hexadecimalDigits(of text: String) -> Note { Note("as hexadecimal digits: \(text)") }
    static let notAHardwareAddress = Note("not a MAC address")
    static let notBase64 = Note("not Base64")
    static let notBase32 = Note("not Base32: no password can be generated")
    static let notSixToEight = Note("not 6 to 8")
    static let notSeconds = Note("not a number of seconds")
    static let notAllowed = Note("not allowed")
    static let tooSimple = Note("not allowed: too simple")
    static let forTests = Note("for tests")

    // Trade.
    static let prefixNotInUse = Note("prefix not in use")
    static let publisherNotKnown = Note("publisher's range not known")
    static let noPriceTold = Note("no price given")
    static let usedBook = Note("used book")
    static let freeCopy = Note("free copy")
    static let asTheStoreHasIt = Note("as set by the store")
    static let whereTheMakerTellsTheYear = Note("if its maker encodes the year")

    // GS1 data.
    static let noIdentifier = Note("no application identifier")
    static let unknownIdentifier = Note("unknown application identifier")
    static let nothingInIt = Note("nothing in it")
    static let moreThanDigits = Note("contains more than digits")
    static let charactersNotAllowed = Note("contains characters that are not allowed")
    static func tooLong(_ count: Int, maximum: Int) -> Note { Note("\(count) characters, at most \(maximum)") }
    static func tooShort(_ count: Int) -> Note { Note("too short: \(count) characters") }
    static func tooShort(_ count: Int, minimum: Int) -> Note { Note("too short: \(count) of \(minimum) characters") }
    static let noCompanyPrefix = Note("company prefix missing")
    static let noSuchDate = Note("no such date")
    static let noSuchTime = Note("no such time")
    static let noSuchCountry = Note("no such country")
    static let noSuchCurrency = Note("no such currency")
    static let noSuchSexCode = Note("no such sex code")
    static let accountCheckWrong = Note("IBAN check wrong")
    static let percentSignAlone = Note("percent sign without two hexadecimal digits")
    static let noMinusSign = Note("no minus sign")
    static let noImporterIndex = Note("no importer index")
    static let latitudeBeyond = Note("latitude beyond 90°")
    static let longitudeBeyond = Note("longitude beyond 360°")
    static let noSuchMedium = Note("no such medium")
    static let noSuchPackageType = Note("no such package type")
    static let mustNotBeZero = Note("must not be zero")
    static let mustBeZero = Note("must be zero")
    static let mustNotBeginWithZero = Note("must not begin with zero")
    static let mustHoldMoreThanDigits = Note("must contain more than digits")
    static let noPosition = Note("no position in a total")
    static let noWindingDirection = Note("no winding direction")
    static let neitherYesNorNo = Note("neither yes (1) nor no (0)")
    static let couponDataWrong = Note("coupon data wrong")
}

/// A time between two days, in words without a direction: `12 days`, `3 months`, `5 years`; at least a day.
struct Distance: Hashable, Sendable {
    let text: String

    private init(_ count: Int, one: String, many: String) { text = count == 1 ? "1 \(one)" : "\(count) \(many)" }

    static func days(_ count: Int) -> Distance { Distance(count, one: "day", many: "days") }
    static func months(_ count: Int) -> Distance { Distance(count, one: "month", many: "months") }
    static func years(_ count: Int) -> Distance { Distance(count, one: "year", many: "years") }
}
