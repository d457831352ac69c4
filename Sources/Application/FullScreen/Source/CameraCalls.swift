import Files
import Services
import Capture
import Dispatch
import Foundation
import Screens

/// Calls of the camera in use, beside the loop: one over USB may take seconds when the camera hangs, and no key waits for it.
extension Scanning {
    /// The controls of the camera in use; nil if it is none, or is not open. To be called by `askCamera` only.
    private var controls: CameraControls? { camera?.controls }

    /// The camera in use; nil if the source is none, or is not open.
    var camera: (any CameraSource)? { session?.source as? any CameraSource }

    /// Whether a camera is open whose controls can be asked for.
    var hasControls: Bool { controls != nil }

    /// Does `work` with the camera in use after what was asked of it before, then `next` with what came of it; nothing when
    /// another camera or format was taken meanwhile.
    ///
    /// - Parameter failed: what to do with a failure; default a notice.
    /// - Throws: why there are no controls.
    func askCamera<Value: Sendable>(
        _ work: @escaping @Sendable (CameraControls) throws -> Value,
        failed: ((any Error) -> Void)? = nil, then next: @escaping (Value) -> Void = { (_: Value) in }
    ) throws {
        guard source.camera != nil else {
            throw UserError("\(source.title) is not a camera: it has no focus, zoom or light")
        }
        guard let controls else { throw UserError("The camera is still opening: wait for its picture") }
        app.jobs.run(on: calls) { [weak session] in
            // A camera that hung may have been given up for another.
            guard session != nil else { throw CancellationError() }
            return try controls.whileOpen { try work(controls) }
        } then: { [self, weak asked = session] result in
            guard asked != nil, asked === session else { return }
            switch result {
            case .success(let value): next(value)
            case .failure(let error):
                if let failed {
                    failed(error)
                } else {
                    app.display.warn("\(error)")
                }
            }
            app.display.needsDrawing = true
        }
    }

    /// The stable name of the camera in use; nil if it is none or was never found.
    var cameraName: String? { source.stableName }

    /// Changes what is remembered of the camera in use.
    func remember(_ change: (inout CameraSettings) -> Void) {
        guard let name = cameraName else { return }
        rememberCameras { $0.change(name, change) }
    }

    /// Changes what is remembered of cameras; the file is written beside the loop.
    func rememberCameras(_ change: (inout CameraPreferences) -> Void) {
        guard let write = cameras.memory?.changing(change) else { return }
        app.jobs.run(on: Self.memoryQueue) {
            try write()
        } then: { [self] (result: Result<Void, any Error>) in
            guard case .failure(let error) = result else { return }
            LogFile.write("\(error)")
            app.display.warn("\(error)")
        }
    }

    private static let memoryQueue = DispatchQueue(label: "quietzone.cameras")

    /// Waits until what is remembered of cameras is written, but not for ever.
    func finishRemembering(within patience: Duration) { Self.memoryQueue.finish(within: patience) }

    /// Lists the cameras beside the loop: each is opened for a moment, which takes long when one hangs.
    func listCameras(then next: @escaping ([CameraDevice]) -> Void) {
        app.jobs.run { [system = cameras.system] in
            CameraList.available(in: system)
        } then: {
            if case .success(let cameras) = $0 { next(cameras) }
        }
    }

    /// As `askCamera`, where nobody has asked for it: what goes wrong is for the log.
    func restoreInCamera(_ work: @escaping @Sendable (CameraControls) throws -> Void) {
        try? askCamera(work, failed: { LogFile.write("\($0)") })
    }
}
