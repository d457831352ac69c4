import CLinux
import Capture
import Files
import Foundation
import History
import Screens

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
        case .interestBox(let box):
            model.picture.interestBox = box
            scanning.session?.setInterestBox(model.picture.activeBox)
        }
    }

    private func perform(_ effect: FileEffect) throws {
        switch effect {
        case .save(let bytes, let path, let overwrite): try save(bytes, to: path, overwrite: overwrite)
        case .copy(let text):
            let copied = display.terminal.copy(base64: Data(text.utf8).base64EncodedString())
            show(
                copied
                    ? Notice("Sent to the terminal's clipboard")
                    : Notice("Too long for the clipboard: save it instead", isWarning: true))
        case .open(let address): open(address)
        case .complete(let path): complete(path)
        }
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

    private func save(_ bytes: [UInt8], to path: String, overwrite: Bool) throws {
        let path = UserFolders.expanded(path)
        if !overwrite, Folder.contains(path) {
            return display.stack.ask(.overwriting(path, by: .file(.save(bytes: bytes, path: path, overwrite: true))))
        }
        try ExportFile.write(to: path, overwrite: overwrite) { sink in try bytes.withUnsafeBytes { try sink($0) } }
        show(Notice("Saved to \(path)"))
    }

    /// Reads folders beside the loop: one that another machine holds may take its time.
    private func complete(_ path: String) {
        jobs.run {
            path == "~" ? ["~/"] : PathCompleter.files.candidates(for: path)
        } then: { [self] result in
            guard case .success(let candidates) = result, display.stack.question?.kind == .prompt else { return }
            display.stack.complete(candidates, for: path)
            if candidates.isEmpty {
                show(Notice("Nothing begins with \(path.withVisibleBytes)", isWarning: true))
            }
            display.needsDrawing = true
        }
    }

    /// Hands an address to the desktop's handler: as one argument, never through a shell.
    private func open(_ address: String) {
        jobs.run {
            qz_launch("xdg-open", address)
        } then: { [self] result in
            switch result {
            case .success(0): break
            case .success(-ENOENT):
                show(Notice("xdg-open is not installed: copy the address instead", isWarning: true))
            default: show(Notice("xdg-open could not open the address: no browser here?", isWarning: true))
            }
        }
    }
}

extension Confirmation {
    static func overwriting(_ path: String, by effect: Effect) -> Confirmation {
        Confirmation(
            title: "Overwrite?", lines: [.text("\(path) is there already.")], yes: [effect], weight: .grave)
    }
}
