import Services
import Capture
import Files
import Screens

/// Files that are dropped or pasted onto the scanner, and the picture in the clipboard: it reads them instead of what is scanned, and
/// shows passes.
final class DroppedFilesFeature: FeatureBase, Feature {
    static let purpose = "Pictures"
    static let commands: [FeatureCommand<DroppedFilesFeature>] = [
        FeatureCommand(
            .formerSource, [.scanner], [.backspace],
            "Close dropped or pasted pictures",
            refusal: { $0.source.former == nil ? "No dropped or pasted pictures are open" : nil }
        ) { $0.goBackToFormerSource() },
        FeatureCommand(.readClipboard, [.scanner], [.control("v")], "Read the picture in the clipboard") {
            $0.readClipboard()
        },
    ]

    func perform(_ effect: DroppedFilesEffect) {
        switch effect {
        case .offer(let text): offerReading(text)
        case .read(let paths): read(paths)
        }
    }

    /// Asks whether to read the files that `text` names; says so where it names none.
    func offerReading(_ text: String) {
        runJob { () -> (paths: [String], spec: SourceSpec?) in
            let paths = DroppedPaths.paths(in: text, exists: Folder.contains)
            return (paths, paths.allSatisfy(PassFile.isOne) ? nil : try spec(of: paths))
        } then: { [self] paths, spec in
            if let spec {
                ask(paths, spec)
            } else if paths.isEmpty {
                show(Notice("The pasted text is not the path of a file: paste the path of a picture"))
            } else {
                // Passes are looked at beside what is scanned.
                perform(.passes(.show(paths: paths)))
            }
        }
    }

    private func ask(_ paths: [String], _ spec: SourceSpec) {
        let lines: [Confirmation.Line] =
            paths.prefix(3).map { .text(SaveTarget.shown($0)) }
            + (paths.count > 3 ? [.text("… and \(paths.count - 3) more")] : [])
        let what =
            switch spec {
            case .folder: "the pictures of this folder"
            case .video: "this video"
            case .document: "this document"
            default: paths.count == 1 ? "this picture" : "these \(paths.count) pictures"
            }
        display.stack.ask(
            Confirmation(
                title: "Read \(what)?",
                lines: lines + [.text("It replaces \(scanning.source.title).")],
                yes: [.dropped(.read(paths: paths))]))
    }

    /// Scans the files from now on; they are looked at beside the loop, for a disk may be slow.
    func read(_ paths: [String]) {
        let options = scanning.cameras
        runJob {
            try spec(of: paths).map { try SourceSelection($0, pacing: .live, options: options) }
        } then: { [self] source in
            if let source { scanInstead(source) }
        }
    }

    /// Reads the picture in the desktop's clipboard.
    private func readClipboard() {
        let options = scanning.cameras
        runJob {
            try SourceSelection.clipboard(options)
        } then: { [self] source in
            scanInstead(source)
        }
    }

    /// Scans `source`; what was scanned before can be scanned again.
    private func scanInstead(_ source: SourceSelection) {
        if let former = scanning.switching.formerSource ?? (scanning.source.canBeginAgain ? scanning.source : nil) {
            scanning.noteFormerSource(former)
        }
        scanning.scan(source)
    }

    /// Scans what was scanned before files were dropped.
    private func goBackToFormerSource() {
        guard let former = scanning.switching.formerSource else { return }
        scanning.noteFormerSource(nil)
        scanning.scan(former)
    }
}

/// The files as a source; nil for none.
///
/// - Throws: a line that says which is not a picture.
private func spec(of paths: [String]) throws -> SourceSpec? {
    guard let first = paths.first else { return nil }
    guard paths.count > 1 else { return try SourceSpec(first) }
    let pictures = try paths.flatMap { path -> [String] in
        if Folder.isFolder(path) { return PictureTree(at: path).pictures }
        guard try SourceSpec(path).isOfPictures else {
            throw UserError("\(path.withVisibleBytes) is not a picture: several files must all be pictures")
        }
        return [path]
    }
    guard !pictures.isEmpty else { throw UserError("These folders contain no pictures") }
    return .pictures(pictures)
}
