import Cryptography
import Files
import Formats
import Glibc
import Printing
import Tickets
import struct Foundation.Date

/// The passes of a template and rows of guests.
///
///     let series = try PassSeries(template, rows: try LabelSource.csv(pieces))
///     let report = try series.sign(into: "tickets", by: signer, at: .now)
///     print(report.made, report.madeBefore)
package struct PassSeries: Sendable {
    package static let maximumPasses = 100_000

    /// A pass that is to be made.
    package struct Item: Sendable {
        /// Where its row is, for messages: `row on line 3`.
        package let place: String
        package let serialNumber: String
        package let package: PassPackage
        /// Who it lets in at a door; nil if it has no code.
        let guest: PassGuest?

        /// The name of its file: that of its serial number.
        package var fileName: String { PassSeries.fileName(of: serialNumber) }
        /// By which two passes are the same.
        package var sum: String { Digest.sha256.of(package.manifest).hexadecimal }
    }

    /// What became of a series.
    package struct Report: Hashable, Sendable {
        package var made = 0
        package var madeBefore = 0
    }

    /// What was made of a series before.
    package struct Former: Hashable, Sendable {
        /// How many passes were made as they are now.
        package var unchanged = 0
        /// How many were made under their serial numbers, and said something else.
        package var changed = 0
        package var isEmpty: Bool { unchanged + changed == 0 }
        /// A problem for each changed one, of the first twenty.
        package var problems: [PassProblem] = []
        /// A problem for each file that is where a pass would be written, and is not known to be of this series; of the first twenty.
        package var filesOfOthers: [PassProblem] = []

        package init() {}
    }

    /// The passes, in the order of the rows.
    package let items: [Item]

    /// Words of caution about the passes, each once; those of the first thousand passes.
    package var cautions: [PassProblem] {
        var told: Set<String> = []
        return items.prefix(1000).flatMap(\.package.problems).filter {
            !$0.isError && told.insert($0.description).inserted
        }
    }

    /// The passes of all rows, none of which is made yet. The names in braces are the fields of the rows, and `n`, the number of the row from 1.
    ///
    /// - Parameters:
    ///   - signer: who will sign: fills in the identifiers that the template does not say; nil for nobody.
    ///   - codes: signs the tickets' codes where the template has some; nil, by default, where it has none.
    ///   - isPrinted: whether they are only printed, so that identifiers of Apple's need not be there; default false.
    /// - Throws: `PassError` with what is wrong, row by row; `UserError` where rows cannot be read.
    package init(
        _ template: PassTemplate, rows: LabelSource, signer: PassSigner? = nil, codes: TicketCodes? = nil,
        isPrinted: Bool = false, at moment: Date
    ) throws {
        if let ticket = template.ticket {
            guard let codes, codes.key.canSign else {
                throw PassError(
                    TicketCodeTemplate.problem(
                        "its key \(ticket.keyID) cannot sign here: name one with its private key"))
            }
            do throws(UserError) { try codes.key.checkSigns(at: Timestamp(moment)) } catch {
                throw PassError(TicketCodeTemplate.problem(error.description))
            }
            guard rows.fields?.contains(TicketCodeTemplate.name) != true else {
                throw PassError(
                    TicketCodeTemplate.problem("the rows also have a field {ticket}: give that column another name"))
            }
        }
        let missing = template.fields.subtracting(rows.fields ?? []).subtracting(["n"]).sorted()
        if let known = rows.fields, !missing.isEmpty {
            func list(_ names: [String]) -> String { names.prefix(20).map { "{\($0)}" }.joined(separator: ", ") }
            throw PassError(
                .wrongValue, PassTemplate.fileName,
                "no row has \(missing.count == 1 ? "a field" : "the fields") \(list(missing)): use \(list(known + ["n"]))"
            )
        }
        var items: [Item] = []
        var places: [String: String] = [:]
        var tickets: [String: String] = [:]
        var problems: [PassProblem] = []
        try rows.forEach { row in
            guard items.count < Self.maximumPasses else {
                throw PassError(.tooMany, "", "a series has at most \(Self.maximumPasses) passes: divide the list")
            }
            guard problems.count < 20 else { return }
            let number = items.count + 1
            let place = row.place ?? "pass \(number)"
            do throws(UserError) { try row.checkNumbers(of: template.fields) } catch {
                throw UserError("\(place): \(error)")
            }
            func value(_ name: String) -> String? { row.value(name) ?? (name == "n" ? String(number) : nil) }
            var made: (ticket: TicketText, code: String)?
            if let ticket = template.ticket, let codes {
                do throws(PassProblem) {
                    made = try codes.make(ticket, value)
                } catch {
                    problems.add(error.kind, "\(place): \(error.place)", error.words)
                    return
                }
            }
            let package = template.package(type: signer?.passType, team: signer?.team) { name in
                name == TicketCodeTemplate.name ? made?.code ?? value(name) : value(name)
            }
            let pass = try? package.pass()
            let serial = pass?.serialNumber ?? ""
            items.append(
                Item(
                    place: place, serialNumber: serial, package: package,
                    guest: pass.flatMap { Self.guest($0, made?.ticket, value) }))
            if let made {
                problems += Self.problems(of: made.code, in: pass, place)
                if let former = tickets.updateValue(place, forKey: made.ticket.serial) {
                    problems.add(
                        .serialTwice, "\(place): \(TicketCodeTemplate.name)",
                        "its serial number “\(made.ticket.serial)” is that of \(former), too: the door admits only one of them"
                    )
                }
            }
            // The certificate is the same for all, and told once.
            let own = package.problems + (signer?.identityProblems(of: package) ?? [])
            let identifiers = ["passTypeIdentifier", "teamIdentifier"]
            let errors = own.filter {
                $0.isError && !(isPrinted && $0.kind == .keyMissing && identifiers.contains($0.place))
            }
            problems += errors.map { PassProblem($0.kind, "\(place): \($0.place)", $0.words) }
            if let former = places.updateValue(place, forKey: serial) {
                problems.add(
                    .serialTwice, place, "it has the serial number “\(serial)” of \(former): each needs its own")
            }
        }
        problems = (signer?.problems(at: moment).filter(\.isError) ?? []) + problems
        guard problems.isEmpty else { throw PassError(problems) }
        self.items = items
    }

    /// The code is signed as UTF-8: in another charset the door would read other bytes.
    private static func problems(of code: String, in pass: Pass?, _ place: String) -> [PassProblem] {
        guard !code.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        let isChanged = pass?.barcodes.contains { barcode in
            barcode.message.contains(code)
                && barcode.bytes.map { $0 != Array(barcode.message.utf8) }
                    ?? !PassBarcode.knows(encoding: barcode.messageEncoding)
        }
        guard isChanged == true else { return [] }
        return [
            PassProblem(
                .messageNotEncodable, "\(place): \(TicketCodeTemplate.name)",
                "its code has letters beyond ASCII: set messageEncoding = \"utf-8\" in [[barcodes]]")
        ]
    }

    private static func guest(_ pass: Pass, _ ticket: TicketText?, _ value: (String) -> String?) -> PassGuest? {
        guard let number = ticket?.serial ?? pass.shownBarcode?.message else { return nil }
        let values = PassGuest.columns.compactMap { column in value(column).map { (column, $0) } }
        let seat = ticket.flatMap { $0.seat.isEmpty ? nil : $0.seat }
        return PassGuest(number: number, seat: seat, values: Dictionary(values) { first, _ in first })
    }

    /// The guest list for the door, as CSV: numbers as its codes have them, and from the rows' fields of these names seat, name,
    /// group, note and people.
    ///
    /// - Throws: `PassError` for a pass without a code, and for one whose code another has, too.
    package func guestList() throws(PassError) -> String {
        var places: [String: String] = [:]
        var problems: [PassProblem] = []
        for item in items {
            guard let guest = item.guest else {
                problems.add(.keyMissing, "\(item.place): barcodes", "it has no code that a door could read")
                continue
            }
            if let former = places.updateValue(item.place, forKey: guest.number) {
                problems.add(
                    .serialTwice, "\(item.place): barcodes",
                    "its code is that of \(former), too: the door admits only one of them")
            }
        }
        guard problems.isEmpty else { throw PassError(Array(problems.prefix(20))) }
        return PassGuest.list(items.compactMap(\.guest))
    }

    /// A name of letters, digits, dots and the like; other bytes as `%2F`, so that two serial numbers never have one name.
    static func fileName(of serialNumber: String) -> String {
        var name = ""
        for (index, byte) in serialNumber.utf8.enumerated() {
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") && index > 0
            name += isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        // Names have 255 bytes at most: longer ones are distinguished by a digest.
        guard name.utf8.count > 200 else { return name + ".pkpass" }
        return name.prefix(120) + "-" + Digest.sha256.of(Array(serialNumber.utf8)).hexadecimal + ".pkpass"
    }
}
