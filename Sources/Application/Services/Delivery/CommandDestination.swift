import Config
import Delivery
import Files
import Foundation
import History

/// Scans given to a program of the user's: its arguments, but not its name, with placeholders, the scan as a line of JSON on standard input.
///
/// Status 0 is a yes; 75 (EX_TEMPFAIL) and an end by time or signal are tried again, and so is every other status.
package final class CommandDestination: ItemDestination {
    private let settings: DestinationSettings

    package static let kind = DestinationKind(["command"]) { (settings, _) throws(DeliveryError) in
        // The settings are checked for it, too; scanned text must never choose the program.
        guard let program = settings.arguments.first, !program.isEmpty, !program.contains("{") else {
            throw DeliveryError("run: the program's name must come first, without placeholders", isPermanent: true)
        }
        return CommandDestination(settings)
    }

    private init(_ settings: DestinationSettings) { self.settings = settings }

    /// Runs the program, and returns its first line of output.
    package func deliver(_ item: OutboxItem) throws(DeliveryError) -> String? {
        let record = (try? JSONSerialization.jsonObject(with: Data(item.record.utf8))) as? [String: Any] ?? [:]
        var values = ["key": item.key]
        for name in ["text", "symbology", "source", "session", "time"] { values[name] = record[name] as? String ?? "" }
        let arguments = FieldTemplate.command(settings.arguments, where: { values[String($0)] != nil }) { values[$0] }
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw DeliveryError("the content contains a NUL, which arguments cannot hold", isPermanent: true)
        }
        let line = Array((item.recordWithKey + "\n").utf8)
        let ending: ToolRun.Ending
        do {
            ending = try ToolRun(arguments, input: .bytes(line), limit: .seconds(settings.seconds)).run()
        } catch {
            throw DeliveryError("\(error)")
        }
        guard ending.isSuccess else {
            if ending.hasTimedOut { throw DeliveryError("\(arguments[0]) was stopped after \(settings.seconds) s") }
            let said = ending.lastLine.isEmpty ? "" : ": \(ending.lastLine.prefix(200))"
            throw DeliveryError("\(arguments[0]) failed\(ending.status.map { " (\($0))" } ?? "")\(said)")
        }
        return ending.lastLine.isEmpty ? nil : String(ending.lastLine.prefix(200))
    }
}
