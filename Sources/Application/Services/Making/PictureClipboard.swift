import Installation
import Files
import Formats
import Glibc

/// The desktop's clipboard for pictures: a terminal's (OSC 52) takes text alone.
package enum PictureClipboard {
    private static let programs: [(name: String, variable: String, arguments: [String])] = [
        ("wl-copy", "WAYLAND_DISPLAY", ["wl-copy", "--type", "image/png"]),
        ("xclip", "DISPLAY", ["xclip", "-selection", "clipboard", "-t", "image/png", "-i"]),
    ]

    /// Puts a PNG on it. Blocks for a moment: not for the loop's thread.
    ///
    /// - Throws: `UserError` where there is no desktop, or no program that reaches its clipboard.
    package static func copy(png: [UInt8]) throws {
        let reachable = programs.filter { getenv($0.variable) != nil }
        guard !reachable.isEmpty else {
            throw UserError("No desktop clipboard accepts pictures: save it, or copy it as text")
        }
        let installed = reachable.filter { Programs.contain($0.name) }
        guard !installed.isEmpty else {
            let part = reachable[0].name == "wl-copy" ? OptionalPart.wlClipboard : .xclip
            let package = part.package(on: .current)
            throw UserError("\(reachable[0].name) (package \(package)) is not installed: save it, or copy it as text")
        }
        var reasons: [String] = []
        for program in installed {
            // Both leave a process behind that hands the picture out, and end at once.
            let ending = try ToolRun(program.arguments, input: .bytes(png), limit: .seconds(5)).run()
            if ending.isSuccess { return }
            let reason = ending.hasTimedOut ? "it did not finish within 5 s" : SafeText.visible(ending.lastLine)
            reasons.append("\(program.name) did not accept the picture: \(reason)")
        }
        throw UserError(reasons.joined(separator: "; "))
    }
}
