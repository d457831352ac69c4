import ArgumentParser
import Files
import History
import Services

/// Whether a file that is there is written over, as the command line says it.
struct OverwritingOption: ParsableArguments {
    @Flag(help: "Overwrite the file.")
    var force = false

    /// Writes the file of a name: all of it, or nothing.
    ///
    /// - Throws: `UserError` where it is there and may not be written over; what `body` and `ExportFile` throw.
    ///
    /// - Parameter isDurable: as `ExportFile.write` has it; default true.
    func write<Value>(
        to path: String, isDurable: Bool = true, _ body: (@escaping HistoryExport.Sink) throws -> Value
    ) throws -> Value {
        do {
            return try ExportFile.write(to: path, overwrite: force, isDurable: isDurable, body)
        } catch let error as ExportError where error.isAlreadyThere {
            throw Self.alreadyThere(path)
        }
    }

    /// The same of bytes.
    func write(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws {
        try write(to: path, isDurable: isDurable) { sink in try bytes.withUnsafeBytes { try sink($0) } }
    }

    static func alreadyThere(_ path: String) -> UserError {
        UserError("\(path.onOneMarkedLine) already exists: name another file, or overwrite it with --force")
    }
}
