import Installation
import CLinux
import Files
import Glibc
import Payloads
import Services
import Symbols

/// Opening a web page in the browser of a user who is at a terminal.
enum PageOpening {
    /// Asks whether to open `page`, and opens it; does nothing in a pipe.
    ///
    /// - Throws: `UserError` where it is not a web address, the answer is no, or it cannot be opened.
    static func offer(_ page: String) throws {
        guard Output.isTerminal, isatty(STDIN_FILENO) == 1 else { return }
        guard let target = target(page) else {
            throw UserError("the page is not a web address: nothing was opened")
        }
        for warning in target.warnings { Output.line("! \(warning.message)") }
        try HistoryQuestion.confirm(
            "Open it in the browser?", doing: "opening the page", refusal: "nothing was opened")
        switch qz_launch("xdg-open", target.url) {
        case 0: break
        case -ENOENT:
            throw UserError(
                "xdg-open is not installed: \(PackageSystem.current.advice(for: .xdgOpen)), or copy the address")
        default: throw UserError("xdg-open could not open the page: is a browser installed?")
        }
    }

    /// The address that would be opened, as it is for scans.
    private static func target(_ page: String) -> LinkTarget? {
        let payload = Payload.parse(SymbolContent(symbology: .qrCode, text: page))
        return payload.mainActions.lazy.compactMap { action -> LinkTarget? in
            if case .open(let target) = action.effect { target } else { nil }
        }.first
    }
}
