import Installation
import CLinux
import Files
import Formats
import Foundation
import History
import Payloads
import Screens
import Services
import Surface
import Widgets

/// What contents are for, and where they go: the clipboard, files, the desktop's handlers, networks.
final class FilesFeature: FeatureBase, Feature {

    func perform(_ effect: FileEffect) {
        switch effect {
        case .askSaving(let title, let name, let bytes): askSaving(title, name, bytes)
        case .save(let bytes, let path, let name, let overwrite):
            save(bytes, to: path, name: name, overwrite: overwrite)
        case .copy(let text): copy(text)
        case .copyCode(let password):
            let now = Date()
            let left = password.secondsLeft(at: now).map { ", \($0) s left" } ?? ""
            copy(password.code(at: now), saying: "Code sent to the terminal's clipboard\(left)")
        case .open(let address): open(address)
        case .openFile(let name, let bytes): openFile(name, bytes)
        case .join(let network): join(network)
        case .complete(let path): complete(path)
        }
    }

    private func copy(_ text: String, saying done: String = "Sent to the terminal's clipboard") {
        let copied = display.terminal.copy(base64: Data(text.utf8).base64EncodedString())
        show(copied ? Notice(done) : Notice("Too long for the clipboard: save it to a file instead", isWarning: true))
    }

    private func askSaving(_ title: String, _ name: String, _ bytes: [UInt8]) {
        askForFile(title, name: name) { [.file(.save(bytes: bytes, path: $0, name: name, overwrite: false))] }
    }

    private func save(_ bytes: [UInt8], to typed: String, name: String, overwrite: Bool) {
        writeFile(typed, name: name, overwrite: overwrite) {
            .file(.save(bytes: bytes, path: $0, name: "", overwrite: true))
        } _: { path in
            try ExportFile.write(to: path, overwrite: overwrite) { sink in try bytes.withUnsafeBytes { try sink($0) } }
        } done: { [self] _, path in
            show(Notice("Saved to \(SaveTarget.shown(path))"))
        }
    }

    /// Reads folders beside the loop: one that another machine holds may take its time.
    private func complete(_ path: String) {
        runJob {
            path == "~" ? ["~/"] : PathCompleter.files.candidates(for: path)
        } then: { [self] candidates in
            guard display.stack.isTyping else { return }
            for effect in display.stack.complete(candidates, for: path) { perform(effect) }
            if candidates.isEmpty { warn("Nothing starts with \(path.withVisibleBytes)") }
        }
    }

    /// Hands an address to the desktop's handler: as one argument, never through a shell.
    private func open(_ address: String) {
        runJob {
            qz_launch("xdg-open", address)
        } then: { [self] outcome in
            switch outcome {
            case 0: break
            case -ENOENT: warn(ActionObstacles.noOpener)
            default: warn("xdg-open could not open the address. Is a browser installed?")
            }
        }
    }

    /// Gives a file to the desktop's handler for its kind: a copy for it, as it reads it when it likes.
    private func openFile(_ name: String, _ bytes: [UInt8]) {
        runJob {
            try HandedOverFile.write(bytes, as: name)
        } then: { [self] in
            open($0)
        }
    }

    /// Joins a network beside the loop, and says what came of it.
    private func join(_ network: WiFiNetwork) {
        let name = Canvas.fitting(SafeText.visible(network.ssid), width: 40)
        let joining = Notice("Joining \(name) …", isUnderWay: true)
        show(joining, seconds: 90)
        jobs.run {
            try NetworkJoining.join(network)
            return Notice("Joined \(name)")
        } then: { [self] result in
            hide(joining)
            if case .failure(let error) = result { LogFile.write("joining failed: \(error)") }
            show(result)
        }
    }
}

extension ActionObstacles {
    fileprivate static let noOpener =
        "xdg-open (package \(OptionalPart.xdgOpen.package(on: .current))) is not installed: copy the address instead, with y"
}

extension ActionObstacles {
    /// What cannot be done here now: it may have been installed since. Looks at the disk.
    static func found() -> ActionObstacles {
        var found = ActionObstacles()
        found.opening = Programs.contain("xdg-open") ? nil : noOpener
        found.joining = NetworkJoining.obstacle()
        return found
    }
}
