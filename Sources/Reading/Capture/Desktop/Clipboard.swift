import Foundation
import Frames

/// The picture in the desktop's clipboard, by `wl-paste` or `xclip`.
enum Clipboard {
    /// What was found.
    enum Content: Equatable {
        /// The bytes of a PNG or JPEG picture.
        case picture([UInt8])
        /// The path of a file that was copied in a file manager.
        case file(String)
    }

    /// How a program lists the types of the clipboard, and gives one of them.
    struct Program: Sendable {
        var name: String
        var package: String
        var list: [String]
        var get: @Sendable (String) -> [String]
    }

    static let waylandProgram = Program(
        name: "wl-paste", package: "wl-clipboard", list: ["wl-paste", "--list-types"],
        get: { ["wl-paste", "--no-newline", "--type", $0] })
    static let x11Program = Program(
        name: "xclip", package: "xclip", list: ["xclip", "-selection", "clipboard", "-t", "TARGETS", "-o"],
        get: { ["xclip", "-selection", "clipboard", "-t", $0, "-o"] })

    /// Types of pictures, the best first.
    private static let pictures = ["image/png", "image/jpeg", "image/x-portable-anymap", "image/x-portable-pixmap"]
    private static let files = "text/uri-list"

    /// Reads the clipboard.
    ///
    /// - Throws: `SourceError` where there is no desktop, no program that reaches its clipboard, or no picture in it.
    static func content(of desktop: Desktop = .current, until stop: Doorbell) throws(SourceError) -> Content {
        let programs = (desktop.hasWayland ? [waylandProgram] : []) + (desktop.hasX11 ? [x11Program] : [])
        guard let first = programs.first else {
            throw SourceError(
                "there is no clipboard here: neither WAYLAND_DISPLAY nor DISPLAY is set; start it in a terminal of the desktop"
            )
        }
        for program in programs {
            // An empty clipboard makes both fail.
            guard let listed = try DesktopProgram.run(program.list, limit: 1 << 16, until: stop) else { continue }
            let types = String(decoding: listed.output, as: UTF8.self).split(whereSeparator: \.isNewline).map(
                String.init)
            if let type = pictures.first(where: types.contains) {
                let given = try DesktopProgram.run(
                    program.get(type), limit: PictureFile.largestFile, until: stop)
                guard let given, given.isSuccess, !given.output.isEmpty else {
                    throw SourceError("the clipboard did not give its picture: copy it again")
                }
                return .picture(given.output)
            }
            if types.contains(files) {
                let given = try DesktopProgram.run(program.get(files), limit: 1 << 20, until: stop)
                if let path = given.flatMap({ firstFile(in: String(decoding: $0.output, as: UTF8.self)) }) {
                    return .file(path)
                }
            }
            throw SourceError(problem(types))
        }
        throw SourceError(
            "reading the clipboard needs \(first.name), which is not installed: sudo apt install \(first.package)")
    }

    /// Why a clipboard with these types cannot be read.
    static func problem(_ types: [String]) -> String {
        if let other = types.first(where: { $0.hasPrefix("image/") }) {
            return
                "the clipboard contains a picture as \(other.prefix(60).description.onOneLine): copy it as PNG or JPEG"
        }
        let isText = types.contains { $0.hasPrefix("text/") || $0.hasSuffix("STRING") }
        return isText
            ? "the clipboard contains text, not a picture: copy a picture"
            : "the clipboard contains no picture: copy one, such as a screenshot"
    }

    /// The path of the first file in a list of addresses (RFC 2483); nil for none.
    static func firstFile(in list: String) -> String? {
        for line in list.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
            if let url = URL(string: String(line)), url.isFileURL { return url.path }
        }
        return nil
    }
}
