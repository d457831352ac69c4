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
    /// The most passes of a series.
    package static let mostPasses = 100_000

    /// A pass that is to be made.
    package struct Item: Sendable {
        /// Where its row is, for messages: `row on line 3`.
        package let place: String
        package let serialNumber: String
        /// Its files.
        package let package: PassPackage
        /// Who it lets in at a door; nil where it has no code.
        let guest: PassGuest?

        /// The name of its file: that of its serial number.
        package var fileName: String { PassSeries.fileName(of: serialNumber) }
        /// By which two passes are the same.
        package var sum: String { Digest.sha256.of(package.manifest).hexadecimal }
    }

    /// What became of a series.
    package struct Report: Hashable, Sendable {
        /// How many passes were signed.
        package var made = 0
        /// How many were there already.
        package var madeBefore = 0
    }

    /// What was made of a series before.
    package struct Former: Hashable, Sendable {
        /// How many passes were made as they are now.
        package var unchanged = 0
        /// How many were made under their serial numbers, and said something else.
        package var changed = 0
        /// Whether none was made.
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
                        "its key \(ticket.keyID) signs nothing here: name one with its private half"))
            }
            do throws(UserError) {
                try codes.key.checkSigns(at: Timestamp(moment))
            } catch {
                throw PassError(TicketCodeTemplate.problem(error.description))
            }
            guard rows.fields?.contains(TicketCodeTemplate.name) != true else {
                throw PassError(
                    TicketCodeTemplate.problem("the rows have a field {ticket}, too: give that column another name"))
            }
        }
        let missing = template.fields.subtracting(rows.fields ?? []).subtracting(["n"]).sorted()
        if let known = rows.fields, !missing.isEmpty {
            func list(_ names: [String]) -> String { names.prefix(20).map { "{\($0)}" }.joined(separator: ", ") }
            throw PassError(
                PassProblem(
                    .wrongValue, PassTemplate.fileName,
                    "no row has \(missing.count == 1 ? "a field" : "the fields") \(list(missing)): there are \(list(known + ["n"]))"
                ))
        }
        var items: [Item] = []
        var places: [String: String] = [:]
        var tickets: [String: String] = [:]
        var problems: [PassProblem] = []
        try rows.forEach { row in
            guard items.count < Self.mostPasses else {
                throw PassError(
                    PassProblem(.tooMany, "", "a series has at most \(Self.mostPasses) passes: divide the list"))
            }
            guard problems.count < 20 else { return }
            let number = items.count + 1
            let place = row.place ?? "pass \(number)"
            func value(_ name: String) -> String? { row.value(name) ?? (name == "n" ? String(number) : nil) }
            var made: (ticket: TicketText, code: String)?
            if let ticket = template.ticket, let codes {
                do throws(PassProblem) {
                    made = try codes.make(ticket, value)
                } catch {
                    problems.append(PassProblem(error.kind, "\(place): \(error.place)", error.words))
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
                    problems.append(
                        PassProblem(
                            .serialTwice, "\(place): \(TicketCodeTemplate.name)",
                            "its serial number “\(made.ticket.serial)” is that of \(former), too: the door lets in one of them"
                        ))
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
                problems.append(
                    PassProblem(
                        .serialTwice, place, "it has the serial number “\(serial)” of \(former): each needs its own"))
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
                "its code has letters beyond ASCII: say messageEncoding = \"utf-8\" in [[barcodes]]")
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
                problems.append(
                    PassProblem(.keyMissing, "\(item.place): barcodes", "it has no code that a door could read"))
                continue
            }
            if let former = places.updateValue(item.place, forKey: guest.number) {
                problems.append(
                    PassProblem(
                        .serialTwice, "\(item.place): barcodes",
                        "its code is that of \(former), too: the door lets in one of them"))
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
        // Names have 255 bytes at most: longer ones are told apart by a digest.
        guard name.utf8.count > 200 else { return name + ".pkpass" }
        return name.prefix(120) + "-" + Digest.sha256.of(Array(serialNumber.utf8)).hexadecimal + ".pkpass"
    }

    /// What `folder` and its ledger say of the passes; nothing where there is none.
    ///
    /// - Throws: `PassProblem` where it cannot be read.
    package func former(in folder: String) throws(PassProblem) -> Former {
        former(in: folder, try PassLedger(folder: folder))
    }

    private func former(in folder: String, _ ledger: PassLedger) -> Former {
        var former = Former()
        for item in items {
            guard let entry = ledger[item.serialNumber] else {
                if former.filesOfOthers.count < 20, let problem = Self.problem(ofFileFor: item, in: folder) {
                    former.filesOfOthers.append(problem)
                }
                continue
            }
            guard entry.sum != item.sum else {
                former.unchanged += 1
                continue
            }
            former.changed += 1
            guard former.changed <= 20 else { continue }
            former.problems.append(
                PassProblem(
                    .madeDifferently, item.place,
                    "the pass “\(item.serialNumber)” was made already, and says something else: have changed ones made anew (--update), or give this one another serial number"
                ))
        }
        return former
    }

    /// What keeps a pass that was not made from being written; nil where no file is there, and where it is that of a run that was killed
    /// between the file and its line.
    private static func problem(ofFileFor item: Item, in folder: String) -> PassProblem? {
        let path = "\(folder)/\(item.fileName)"
        guard Folder.contains(path) else { return nil }
        if let bytes = try? RegularFile.read(path, atMost: PassPackage.mostBytes),
            let files = try? ZipReader.files(bytes),
            files.first(where: { $0.name == PassPackage.manifestName })?.bytes == item.package.manifest
        {
            return nil
        }
        return PassProblem(
            .fileOfOther, item.place,
            "\(item.fileName.withVisibleBytes) is there already, and \(PassLedger.fileName) does not name it: move it away, or name another folder"
        )
    }

    /// Signs what is not in the folder's ledger yet, a file for each.
    ///
    /// - Parameters:
    ///   - folder: made where it is missing.
    ///   - updates: whether passes whose content has changed are made anew, under their serial numbers; default false.
    ///   - progress: is told how many passes are done after each; what it throws ends the run, and the next one goes on.
    /// - Throws: `PassError` before anything is made where a pass was made with another content and `updates` is false, or a file that the
    ///   ledger does not name is in the way; `PassProblem` where another run is making passes there.
    package func sign(
        into folder: String, by signer: PassSigner, updates: Bool = false, at moment: Date,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> Report {
        let code = Folder.make(folder)
        guard code == 0 else { throw Self.failure(folder, code) }
        let lock = try PassLedger.lock(folder: folder)
        defer { close(lock) }
        var ledger = try PassLedger(folder: folder)
        let former = former(in: folder, ledger)
        let problems = (updates ? [] : former.problems) + former.filesOfOthers
        guard problems.isEmpty else { throw PassError(problems) }
        var report = Report()
        for item in items {
            if let former = ledger[item.serialNumber], former.sum == item.sum {
                report.madeBefore += 1
            } else {
                let path = "\(folder)/\(item.fileName)"
                let bytes = try signer.sign(item.package, at: moment)
                do throws(AtomicFile.Failure) {
                    try AtomicFile.replace(path, with: bytes, isDurable: true)
                } catch {
                    throw Self.failure(path, error.code)
                }
                // The file first: what a killed run has not written down is made once more, and no pass is missing.
                try ledger.add(.init(serialNumber: item.serialNumber, file: item.fileName, sum: item.sum))
                report.made += 1
            }
            try progress(report.made + report.madeBefore)
        }
        return report
    }

    private static func failure(_ path: String, _ code: Int32) -> PassProblem {
        PassProblem(.wrongValue, path.withVisibleBytes, String(cString: strerror(code)))
    }
}
