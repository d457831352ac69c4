import CLinux
import Capture
import Files
import Foundation
import Frames
import History
import Payloads
import Screens

/// What screens ask for, done.
extension ScannerApp {
    /// Does one effect. What goes wrong becomes a notice.
    func perform(_ effect: Effect) {
        do {
            try attempt(effect)
        } catch {
            show(Notice("\(error)", isWarning: true), seconds: 8)
        }
    }

    private func attempt(_ effect: Effect) throws {
        switch effect {
        case .quit: quit()
        case .suspend: suspend()
        case .redraw: redraw()
        case .switchCamera(let places): switchCamera(by: places)
        case .toggleFocus: try toggleFocus()
        case .moveFocus(let steps): try moveFocus(by: steps)
        case .toggleTorch: try toggleTorch()
        case .lightScreen: lightScreen()
        case .toggleReadingLight: try toggleReadingLight()
        case .savePicture: savePicture()
        case .focusOnce(let region): try focusOnce(on: region)
        case .toggleNearFocus: try toggleNearFocus()
        case .zoom(let steps): try zoom(by: steps)
        case .resetZoom: try resetZoom()
        case .oriented(let orientation): try remember(orientation)
        case .nextFormat: try takeNextFormat()
        case .showCameras:
            stack.push(CamerasScreen(CamerasContent()))
            showCameras()
        case .takeCamera(let name): choose(name)
        case .takeFormat(let text): try takeFormat(text)
        case .changeControl(let id, let steps): try changeControl(id, by: steps)
        case .resetControl(let id): try resetControl(id)
        case .resetControls: try resetControls()
        case .interestBox(let box): session?.setInterestBox(box)
        case .freeze(let isFrozen): session?.setFrozen(isFrozen)
        case .openScan(let id):
            guard let entry = try history.entry(id) else { throw Trouble("This scan is no longer in the history") }
            stack.push(ScanScreen(id: id, scan: entry.scan, payload: entry.payload, picture: entry.picture))
        case .loadOlderHistory:
            guard let id = stack.scanner.oldestLoadedID else { return }
            // Deleted by another process meanwhile: reload from the newest.
            guard let oldest = try history.entry(id) else { return try loadHistory() }
            let older = try history.entries(limit: Self.historyPage, after: oldest)
            stack.scanner.append(older: older.map(HistoryRow.init))
        case .loadWholeHistory:
            loadWholeHistory()
        case .askExport:
            let day = Date().formatted(.iso8601.year().month().day())
            stack.ask(
                Prompt(
                    title: "Export the history", hint: "The ending says how: .csv, .json or .ndjson",
                    text: "quietzone-\(day).csv", purpose: .export))
        case .export(let path, let overwrite): try export(to: path, overwrite: overwrite)
        case .save(let bytes, let path, let overwrite): try save(bytes, to: path, overwrite: overwrite)
        case .askDeletion(let id): try askDeletion(id)
        case .delete(let id): delete(id)
        case .copy(let text):
            let copied = terminal.copy(base64: Data(text.utf8).base64EncodedString())
            show(
                copied
                    ? Notice("Sent to the terminal's clipboard")
                    : Notice("Too long for the clipboard: save it instead", isWarning: true))
        case .openAddress(let address): open(address)
        case .notice, .confirm, .prompt, .showHelp, .pop: break
        }
    }

    // MARK: - Cameras

    /// Cameras came or went: a lost one is opened at once, and one that others stand in for is taken.
    func camerasChanged(_ change: HotPlug.Change) {
        session?.reopenNow()
        defer { showCameras() }
        let usable = change.cameras.filter { $0.problem == nil }
        if source.standsIn, let camera = usable.first(where: { $0.name == source.missing ?? $0.name }) {
            return take(camera)
        }
        // By the name that it is known by since it was opened, too: its node may be another now.
        let own = [source.camera, cameraName].compactMap(\.self)
        if let camera = change.arrived.first(where: { !own.contains($0.name) && !own.contains($0.node) }) {
            LogFile.write("\(camera.title) was plugged in")
            show(Notice("\(camera.title) was plugged in: press c for the next camera"))
        }
    }

    // MARK: - Files

    private func export(to path: String, overwrite: Bool) throws {
        let path = (path as NSString).expandingTildeInPath
        guard let format = ExportFormat(fileName: path) else {
            throw Trouble("\(path) has no ending that says how: .csv, .json or .ndjson")
        }
        if !overwrite, Folder.contains(path) {
            return stack.ask(.overwriting(path, by: .export(path: path, overwrite: true)))
        }
        // Beside the loop: a long history must not hold the picture still.
        let history = history
        jobs.run {
            let count = try ExportFile.write(to: path, overwrite: overwrite) { try history.export(format, to: $0) }
            return Notice("\(count) scans written to \(path)")
        } then: { [self] in
            show($0)
        }
    }

    private func save(_ bytes: [UInt8], to path: String, overwrite: Bool) throws {
        let path = (path as NSString).expandingTildeInPath
        if !overwrite, Folder.contains(path) {
            return stack.ask(.overwriting(path, by: .save(bytes: bytes, path: path, overwrite: true)))
        }
        try ExportFile.write(to: path, overwrite: overwrite) { sink in try bytes.withUnsafeBytes { try sink($0) } }
        show(Notice("Saved to \(path)"))
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
    fileprivate static func overwriting(_ path: String, by effect: Effect) -> Confirmation {
        Confirmation(
            title: "Overwrite?", lines: [.text("\(path) is there already.")], yes: [effect], weight: .grave)
    }
}
