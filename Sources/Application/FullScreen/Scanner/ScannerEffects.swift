import Services
import CLinux
import Capture
import Files
import Formats
import Foundation
import History
import Payloads
import Screens
import Surface
import Widgets

/// Performs the effects that screens ask for.
extension ScannerApp {
    /// Does one effect. What goes wrong becomes a notice.
    func perform(_ effect: Effect) {
        do {
            switch effect {
            case .run(let command): try Features.run(command, self)
            case .camera(let effect): try perform(effect)
            case .history(let effect): try perform(effect)
            case .file(let effect): try perform(effect)
            case .settings(let effect): perform(effect)
            case .making(let effect): try perform(effect)
            case .printing(let effect): try perform(effect)
            case .passes(let effect): try perform(effect)
            case .door(let effect): try perform(effect)
            case .screen: break
            }
        } catch {
            show(Notice("\(error)", isWarning: true), seconds: 8)
        }
    }

    private func perform(_ effect: CameraEffect) throws {
        switch effect {
        case .focus(let region): try focusOnce(on: region)
        case .take(let name): choose(name)
        case .takeFormat(let text): try takeFormat(text)
        case .changeControl(let id, let steps): try changeControl(id, by: steps)
        case .resetControl(let id): try resetControl(id)
        case .resetControls: try resetControls()
        case .lightScreen: lightScreen()
        case .darkenScreen: darkenScreen()
        case .interestBox(let box):
            model.picture.interestBox = box
            scanning.session?.setInterestBox(model.picture.activeBox)
            inUse.changedBox = .now
        }
    }

    private func perform(_ effect: FileEffect) throws {
        switch effect {
        case .askSaving(let title, let name, let bytes): askSaving(title, name, bytes)
        case .save(let bytes, let path, let name, let overwrite):
            save(bytes, to: SaveTarget.resolved(path, name: name), overwrite: overwrite)
        case .copy(let text): copy(text)
        case .copyCode(let password):
            let now = Date()
            let left = password.secondsLeft(at: now).map { ", \($0) s left" } ?? ""
            copy(password.code(at: now), saying: "Code sent to the terminal's clipboard\(left)")
        case .open(let address): open(address)
        case .openFile(let name, let bytes): openFile(name, bytes)
        case .join(let network): join(network)
        case .offerReading(let text): offerReading(text)
        case .read(let paths): read(paths)
        case .complete(let path): complete(path)
        }
    }

    private func copy(_ text: String, saying done: String = "Sent to the terminal's clipboard") {
        let copied = display.terminal.copy(base64: Data(text.utf8).base64EncodedString())
        show(copied ? Notice(done) : Notice("Too long for the clipboard: save it instead", isWarning: true))
    }

    /// Cameras came or went: a lost one is opened at once, and one that others stand in for is taken.
    func camerasChanged(_ change: HotPlug.Change) {
        scanning.session?.reopenNow()
        defer { showCameras() }
        let usable = change.cameras.filter { $0.problem == nil }
        if scanning.source.standsIn, let camera = usable.first(where: { $0.name == scanning.source.missing ?? $0.name })
        {
            return take(camera)
        }
        // By the name that it is known by since it was opened, too: its node may be another now.
        let own = [scanning.source.camera, cameraName].compactMap(\.self)
        if let camera = change.arrived.first(where: { !own.contains($0.name) && !own.contains($0.node) }) {
            LogFile.write("\(camera.title) was plugged in")
            show(Notice("\(camera.title) was plugged in: press c for the next camera"))
        }
    }

    private func askSaving(_ title: String, _ name: String, _ bytes: [UInt8]) {
        display.stack.ask(
            Prompt(title: title, hint: SaveTarget.hint, text: SaveTarget.free(name, in: ".")) {
                [.file(.save(bytes: bytes, path: $0, name: name, overwrite: false))]
            })
    }

    private func save(_ bytes: [UInt8], to path: String, overwrite: Bool) {
        if !overwrite, Folder.contains(path) {
            let effect = Effect.file(.save(bytes: bytes, path: path, name: "", overwrite: true))
            return display.stack.ask(.overwriting(path, by: effect), aboutAnswer: true)
        }
        do {
            try ExportFile.write(to: path, overwrite: overwrite) { sink in try bytes.withUnsafeBytes { try sink($0) } }
            display.stack.acceptAnswer()
            show(Notice("Saved to \(SaveTarget.shown(path))"))
        } catch {
            rejectAnswer(error)
        }
    }

    /// What the last prompt was answered cannot be done: the prompt comes back and says why, or a notice does.
    func rejectAnswer(_ error: any Error) {
        if display.stack.rejectAnswer(because: (error as? ExportError)?.reason ?? "\(error)") {
            display.needsDrawing = true
        } else {
            show(Notice("\(error)", isWarning: true), seconds: 8)
        }
    }

    /// Reads folders beside the loop: one that another machine holds may take its time.
    private func complete(_ path: String) {
        jobs.run {
            path == "~" ? ["~/"] : PathCompleter.files.candidates(for: path)
        } then: { [self] result in
            guard case .success(let candidates) = result, display.stack.isTyping else { return }
            display.stack.complete(candidates, for: path).forEach(perform)
            if candidates.isEmpty {
                show(Notice("Nothing begins with \(path.withVisibleBytes)", isWarning: true))
            }
            display.needsDrawing = true
        }
    }

    private static let openingObstacle =
        "xdg-open (package xdg-utils) is not installed: copy the address instead, with y"

    /// Why no address can be opened here; nil when one can.
    static func whyNotOpened() -> String? { Programs.contain("xdg-open") ? nil : openingObstacle }

    /// Hands an address to the desktop's handler: as one argument, never through a shell.
    fileprivate func open(_ address: String) {
        jobs.run {
            qz_launch("xdg-open", address)
        } then: { [self] result in
            switch result {
            case .success(0): break
            case .success(-ENOENT):
                show(Notice(Self.openingObstacle, isWarning: true))
            default: show(Notice("xdg-open could not open the address: no browser here?", isWarning: true))
            }
        }
    }
}

extension ScannerApp {
    /// Gives a file to the desktop's handler for its kind: a copy for it, as it reads it when it likes.
    private func openFile(_ name: String, _ bytes: [UInt8]) {
        do {
            open(try HandedOverFile.write(bytes, as: name))
        } catch {
            show(Notice("\(error)", isWarning: true))
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

extension Confirmation {
    static func overwriting(_ path: String, by effect: Effect) -> Confirmation {
        Confirmation(
            title: "Overwrite?", lines: [.text("\(SaveTarget.shown(path)) is there already.")], yes: [effect],
            weight: .grave)
    }
}
