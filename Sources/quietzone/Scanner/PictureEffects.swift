import Capture
import Foundation
import Frames
import Preview
import Screens

/// Still pictures of what is shown.
extension ScannerApp {
    /// Saves the picture that is shown: the camera's next one in colour, or, where it stands still or has no colours,
    /// the one on the screen.
    func savePicture() {
        guard let frame = stack.scanner.frame else { return }
        guard !isSavingPicture else { return show(Notice("The picture before is still being saved")) }
        isSavingPicture = true
        let task = SavingTask(
            saving: PictureSaving(settings, parsing: cameras.parsing), shown: frame,
            orientation: stack.scanner.view.orientation,
            metadata: metadata(of: frame), mail: mail)
        if !stack.scanner.isFrozen, stack.scanner.problem == nil, let camera = session?.source as? V4L2Camera,
            camera.takeStill({ still in task.start(still) })
        {
            return
        }
        task.start(nil)
    }

    private func metadata(of frame: Frame) -> PictureMetadata {
        let name = frame.origin ?? session?.source?.name ?? source.title
        return PictureMetadata(
            time: Date() - (frame.timestamp.duration(to: .now) / .seconds(1)),
            description: frame.origin ?? stack.scanner.sourceTitle,
            model: source.camera == nil ? nil : stack.scanner.sourceTitle, software: Quietzone.name, source: name)
    }
}

/// Encodes and writes one picture beside the loop, and tells it.
private struct SavingTask: Sendable {
    let saving: PictureSaving
    /// What was on the screen when the key was pressed.
    let shown: Frame
    let orientation: Orientation
    let metadata: PictureMetadata
    let mail: Mail

    /// Saves `still`, or what was shown when there is none.
    func start(_ still: CameraStill?) {
        Thread.detachNewThread {
            do {
                let colour = still?.picture()
                let path = try saving.save(
                    colour ?? StillPicture(shown), quarterTurns: orientation.quarterTurns,
                    isMirrored: orientation.isMirrored, metadata: metadata)
                mail.post(.pictureSaved(Notice("Picture saved: \(UserFolders.shown(path))")))
            } catch {
                // A notice is one line: the reason shall be in it, whatever the folder is called.
                let line = "\(error)".replacingOccurrences(of: saving.folder + "/", with: "")
                mail.post(.pictureSaved(Notice("Picture not saved: \(line)", isWarning: true)))
            }
        }
    }
}
