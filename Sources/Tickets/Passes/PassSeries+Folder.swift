import Cryptography
import Files
import Foundation
import Glibc

/// A series as files in a folder, with a ledger of those that were made.
extension PassSeries {
    /// What `folder` and its ledger say of the passes; nothing where there is none.
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
                    "the pass “\(item.serialNumber)” was already made with other content: reissue changed ones (--update), or give this one another serial number"
                ))
        }
        return former
    }

    /// What keeps a pass that was not made from being written; nil if no file is there, and where it is that of a run that was killed
    /// between the file and its line.
    private static func problem(ofFileFor item: Item, in folder: String) -> PassProblem? {
        let path = "\(folder)/\(item.fileName)"
        guard Folder.contains(path) else { return nil }
        if let bytes = try? RegularFile.read(path, atMost: PassPackage.maximumBytes),
            let files = try? ZipReader.files(bytes),
            files.first(where: { $0.name == PassPackage.manifestName })?.bytes == item.package.manifest
        {
            return nil
        }
        return PassProblem(
            .fileOfOther, item.place,
            "\(item.fileName.withVisibleBytes) already exists, and \(PassLedger.fileName) does not name it: move it away, or name another folder"
        )
    }

    /// Signs what is not in the folder's ledger yet, a file for each.
    ///
    /// - Parameters:
    ///   - folder: made where it is missing.
    ///   - updates: whether passes whose content has changed are reissued, under their serial numbers; default false.
    ///   - progress: gets how many passes are done after each; what it throws ends the run, and the next one goes on.
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
        AtomicFile.removeDrafts(in: folder) { $0.hasSuffix(".pkpass") }
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
                do throws(AtomicFile.WriteError) {
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
