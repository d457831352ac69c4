import Files
import History
import Passes
import Printing

/// What is made of a series besides a file for each pass.
extension PassSeries {
    /// The names of the bundles that `path` stands for: as many as it takes, `tickets.pkpasses`, or `tickets-1.pkpasses` and so on.
    package func bundleNames(_ path: String) -> [String] {
        let stem = path.hasSuffix(".pkpasses") ? String(path.dropLast(9)) : path
        let count = (items.count + PassBundle.maximumPasses - 1) / PassBundle.maximumPasses
        return count == 1 ? ["\(stem).pkpasses"] : (0..<count).map { "\(stem)-\($0 + 1).pkpasses" }
    }

    /// The bundles that are there and would be others: with passes that are still to be made, or that are others now.
    ///
    /// - Throws: `PassProblem` where the ledger of `folder` cannot be read.
    package func changedBundles(of folder: String, at path: String) throws -> [String] {
        let ledger = try PassLedger(folder: folder)
        return bundles(path).filter { name, part in
            guard Folder.contains(name) else { return false }
            guard part.allSatisfy({ ledger[$0.serialNumber]?.sum == $0.sum }) else { return true }
            return (try? Self.bundle(part, of: folder)).map { !PassFile.holds($0, name) } ?? true
        }.map(\.name)
    }

    private func bundles(_ path: String) -> [(name: String, part: ArraySlice<Item>)] {
        bundleNames(path).enumerated().map { index, name in
            (name, items.dropFirst(index * PassBundle.maximumPasses).prefix(PassBundle.maximumPasses))
        }
    }

    private static func bundle(_ part: ArraySlice<Item>, of folder: String) throws -> [UInt8] {
        try PassBundle.archive(part.map { ($0.fileName, try PassFile.bytes("\(folder)/\($0.fileName)")) })
    }

    /// Puts the passes that were signed into `folder` into bundles. One that is there already, with the same passes, stays as it is.
    ///
    /// - Parameter written: is told the name of each bundle that was written, and how many passes are in it.
    /// - Throws: `ExportError`, also where another file is there and `overwrite` is false; `UserError` where a pass cannot be read.
    package func writeBundles(
        of folder: String, to path: String, overwrite: Bool, written: (_ name: String, _ count: Int) throws -> Void
    ) throws {
        for (name, part) in bundles(path) {
            let bytes = try Self.bundle(part, of: folder)
            if PassFile.holds(bytes, name) { continue }
            try ExportFile.write(to: name, overwrite: overwrite) { sink in try bytes.withUnsafeBytes { try sink($0) } }
            try written(name, part.count)
        }
    }

    /// The job that prints the tickets, and its rows.
    ///
    /// - Parameter layout: where tickets lie; nil for four on a page of A4.
    /// - Throws: `PassProblem` for a pass without a code, or codes of different kinds; `UserError`.
    package func ticketJob(layout: PageLayout? = nil) throws -> (job: PrintJob, rows: LabelSource) {
        let four = { () throws in
            try PageLayout.plain(.a4, name: "A4", label: PaperSize(width: 95, height: 138), margin: 10, gutter: 0)
        }
        var (job, rows) = try PassTicket.job(self, layout: try layout ?? four())
        job.dotsPerInch = 300
        return (job, rows)
    }
}
