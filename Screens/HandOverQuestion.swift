import Payloads
import Surface

extension Confirmation {
    /// Asks before an address such as `mailto:` goes to the desktop's handler.
    static func handingOver(_ address: String, besides: [PayloadWarning]) -> Confirmation {
        question(
            "Open this with the desktop's program?", Canvas.fitting(address, width: 400),
            by: .file(.open(address: address)), besides)
    }

    /// Asks before a file goes to the desktop's handler for its kind.
    static func handingOver(_ name: String, _ bytes: [UInt8], besides: [PayloadWarning]) -> Confirmation {
        question(
            "Give this file to the desktop's program?", "\(name), \(bytes.count) bytes",
            by: .file(.openFile(name: name, bytes: bytes)), besides)
    }

    private static func question(
        _ title: String, _ subject: String, by effect: Effect, _ warnings: [PayloadWarning]
    ) -> Confirmation {
        Confirmation(
            title: title, lines: [.strong(subject)] + warnings.map { .warning($0.message) }, yes: [effect],
            weight: warnings.isEmpty ? .light : .grave)
    }
}
