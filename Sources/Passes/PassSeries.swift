import Cryptography
import Files
import Glibc
import Payloads
import Printing
import struct Foundation.Date

/// The passes of a template and rows of guests.
///
///     let series = try PassSeries(template, rows: try LabelSource.csv(pieces))
///     let report = try series.sign(into: "tickets", by: signer, at: .now)
///     print(report.made, report.madeBefore)
public struct PassSeries {
    /// The most passes of a series.
    public static let mostPasses = 100_000

    /// A pass that is to be made.
    public struct Item: Sendable {
        /// Where its row is, for messages: `row on line 3`.
        public let place: String
        /// Its serial number.
        public let serialNumber: String
        /// Its files.
        public let package: PassPackage

        /// The name of its file: that of its serial number.
        public var fileName: String { PassSeries.fileName(of: serialNumber) }
        /// By which two passes are the same.
        public var sum: String { Digest.sha256.of(package.manifest).hexadecimal }
    }

    /// What became of a series.
    public struct Report: Hashable, Sendable {
        /// How many passes were signed.
        public var made = 0
        /// How many were there already.
        public var madeBefore = 0
    }

    /// The passes, in the order of the rows.
    public let items: [Item]

    /// The passes of all rows, none of which is made yet. The names in braces are the fields of the rows, and `n`, the number of the row from 1.
    ///
    /// - Parameters:
    ///   - signer: who will sign: fills in the identifiers that the template does not say; nil for nobody.
    ///   - isPrinted: whether they are only printed, so that identifiers of Apple's need not be there; default false.
    /// - Throws: `PassRefusal` with what is wrong, row by row; `PrintProblem` where rows cannot be read.
    public init(
        _ template: PassTemplate, rows: LabelSource, signer: PassSigner? = nil, isPrinted: Bool = false, at moment: Date
    ) throws {
        if let known = rows.fields, let missing = template.fields.subtracting(known).subtracting(["n"]).min() {
            let names = (known + ["n"]).prefix(20).map { "{\($0)}" }.joined(separator: ", ")
            throw PassRefusal(
                PassProblem(.wrongValue, PassTemplate.fileName, "no row has a field {\(missing)}: there are \(names)"))
        }
        var items: [Item] = []
        var places: [String: String] = [:]
        var problems: [PassProblem] = []
        try rows.forEach { row in
            guard items.count < Self.mostPasses, problems.count < 20 else { return }
            let number = items.count + 1
            let place = row.place ?? "pass \(number)"
            let package = template.package(type: signer?.passType, team: signer?.team) { name in
                row.value(name) ?? (name == "n" ? String(number) : nil)
            }
            let serial = (try? package.pass())?.serialNumber ?? ""
            items.append(Item(place: place, serialNumber: serial, package: package))
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
        guard problems.isEmpty else { throw PassRefusal(problems) }
        self.items = items
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

    /// Signs what is not in the folder's ledger yet, a file for each.
    ///
    /// - Parameters:
    ///   - folder: made where it is missing.
    ///   - updates: whether passes whose content has changed are made anew, under their serial numbers; default false.
    ///   - progress: is told how many passes are done after each; what it throws ends the run, and the next one goes on.
    /// - Throws: `PassRefusal` before anything is made where a pass was made with another content and `updates` is false.
    public func sign(
        into folder: String, by signer: PassSigner, updates: Bool = false, at moment: Date,
        progress: (Int) throws -> Void = { _ in }
    ) throws -> Report {
        let code = Folder.make(folder)
        guard code == 0 else { throw Self.failure(folder, code) }
        var ledger = try PassLedger(folder: folder)
        if !updates {
            let changed = items.filter { item in ledger[item.serialNumber].map { $0.sum != item.sum } ?? false }
            let problems = changed.prefix(20).map { item in
                PassProblem(
                    .madeDifferently, item.place,
                    "the pass “\(item.serialNumber)” was made already, and says something else: make it anew with --update, or give this one another serial number"
                )
            }
            guard problems.isEmpty else { throw PassRefusal(problems) }
        }
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
