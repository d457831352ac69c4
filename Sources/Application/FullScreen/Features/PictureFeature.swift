import Files
import Services
import Capture
import Config
import Foundation
import Frames
import Preview
import Screens
import Surface

extension Command {
    static let savePicture = Command("save-picture")
}

/// Still pictures of what is shown.
final class PictureFeature: FeatureBase, Feature {
    static let purpose = "Picture"
    static let commands: [FeatureCommand<PictureFeature>] = [
        FeatureCommand(
            .savePicture, [.scanner], ["P"], label: "save picture",
            "Save the picture at full size, in colour",
            refusal: { $0.picture.frame == nil ? "No picture to save yet" : nil }
        ) { $0.savePicture() }.found(by: "photo screenshot")
    ]

    private var isSaving = false

    /// Saves the picture that is shown: the camera's next one in colour, or, where it stands still or has no colours,
    /// the one on the screen.
    func savePicture() {
        guard let frame = model.picture.frame else { return }
        guard !isSaving else { return show(Notice("The previous picture is still being saved")) }
        isSaving = true
        let task = SavingTask(
            settings: settings, parsing: scanning.cameras.parsing, shown: frame,
            orientation: model.picture.view.orientation,
            metadata: metadata(of: frame))
        let save = jobs.forward(once: true) { [self] (still: CameraStill?) in
            jobs.run {
                try task.save(still)
            } then: { [self] result in
                isSaving = false
                show(result, seconds: 8)
            }
        }
        if !model.picture.isFrozen, model.picture.problem == nil, let camera = scanning.camera,
            camera.takeStill(save)
        {
            return
        }
        save(nil)
    }

    private func metadata(of frame: Frame) -> PictureMetadata {
        let name = frame.origin ?? scanning.session?.source?.name ?? scanning.source.title
        return PictureMetadata(
            time: Date() - (frame.timestamp.duration(to: .now) / .seconds(1)),
            description: frame.origin ?? model.source.title,
            model: scanning.source.camera == nil ? nil : model.source.title, software: programName, source: name)
    }
}

/// Encodes and writes one picture.
private struct SavingTask: Sendable {
    let settings: Settings
    let parsing: any PictureParsing
    /// What was on the screen when the key was pressed.
    let shown: Frame
    let orientation: Orientation
    let metadata: PictureMetadata

    /// Saves `still`, or what was shown when there is none; a line that says where.
    func save(_ still: CameraStill?) throws -> Notice {
        let saving = PictureSaving(settings, parsing: parsing)
        do {
            let path = try saving.save(
                still?.picture() ?? StillPicture(shown), quarterTurns: orientation.quarterTurns,
                isMirrored: orientation.isMirrored, metadata: metadata)
            return Notice("Picture saved: \(UserFolders.shown(path))")
        } catch {
            // A notice is one line: the reason has to be in it, whatever the folder is called.
            let line = "\(error)".replacingOccurrences(of: saving.folder + "/", with: "")
            throw UserError("Picture not saved: \(line)")
        }
    }
}
