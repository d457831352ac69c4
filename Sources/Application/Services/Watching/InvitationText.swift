import Artwork
import Encoding
import Frames
import Glibc

/// What a source waits for, as lines on standard error: an address to open with a phone, its QR Code and its fingerprint.
package enum InvitationText {
    /// Shows an invitation, or that somebody has accepted it.
    ///
    /// - Parameters:
    ///   - isFirst: whether none was shown before; default yes, with all that it says.
    ///   - drawsCode: whether the address is drawn as a QR Code; default yes.
    package static func show(_ invitation: SourceInvitation?, isFirst: Bool = true, drawsCode: Bool = true) {
        guard let invitation else { return Output.complain("the phone is connected") }
        guard isFirst else { return Output.complain("the phone has gone: open the page again, or tap Start on it") }
        let isTerminal = isatty(STDERR_FILENO) == 1
        let code = drawsCode ? code(of: invitation.address, isTerminal: isTerminal) : []
        StandardError.write((code + words(invitation)).joined(separator: "\n") + "\n")
    }

    /// The address, and what to do with it.
    static func words(_ invitation: SourceInvitation) -> [String] {
        [
            "Scan the QR Code of this address with the phone, or open it there:", "  \(invitation.address)",
            "The browser will warn about the certificate, which was made just now.",
            "Continue only if its SHA-256 fingerprint is:",
        ] + invitation.fingerprintLines.map { "  \($0)" } + ["Then allow the page to use the camera."]
    }

    private static func code(of address: String, isTerminal: Bool) -> [String] {
        guard let kind = SymbolKind.of(.qrCode),
            let symbol = try? SymbolEncoder().make(.text(address), as: kind),
            let blocks = try? TextBlocks(symbol)
        else { return [] }
        return isTerminal ? blocks.terminalLines : blocks.lines
    }
}
