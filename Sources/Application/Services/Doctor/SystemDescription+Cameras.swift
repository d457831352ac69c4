import CLinux
import Capture
import Decoding
import Encoding
import Files
import Foundation
import Frames
import Sandbox
import Synchronization

/// What scanning needs: cameras, the decoder, the keyboard of the kernel.
extension SystemDescription {
    /// How long a camera may take for its first picture: as long as `V4L2Camera` waits, and a second to open it.
    private static let patienceWithCamera = Duration.seconds(6)

    /// Opens each camera for as long as a picture takes.
    mutating func findCameras(_ parsing: any PictureParsing) {
        let found = TimeLimit.run(Self.patienceWithCamera) { CameraList.available() }
        guard let found else {
            cameras = [
                Camera(title: "Cameras", node: "/dev/video*", problem: "A driver does not answer. Unplug the camera.")
            ]
            return
        }
        cameras = found.map { Self.tried($0, parsing) }
        groupOfNextLogin = Self.groupOfNextLogin(found.isEmpty ? [] : ["video"])
    }

    private static func tried(_ device: CameraDevice, _ parsing: any PictureParsing) -> Camera {
        var camera = Camera(title: device.title, node: device.node, problem: device.problem)
        guard camera.problem == nil else { return camera }
        let outcome = TimeLimit.run(patienceWithCamera) { () -> Result<String, SourceError> in
            do throws(SourceError) { return .success(try firstPicture(of: device, parsing)) } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let picture): camera.picture = picture
        case .failure(let error): camera.problem = error.description
        case nil: camera.problem = "It does not answer. Unplug it and plug it in again."
        }
        camera.light = TimeLimit.run(.seconds(2)) {
            CameraList.light(of: device, controls: (try? CameraList.controls(of: device).list) ?? [])
        }.flatMap(\.self)
        return camera
    }

    /// The format of the first picture that a camera sends.
    private static func firstPicture(
        of device: CameraDevice, _ parsing: any PictureParsing
    ) throws(SourceError) -> String {
        let stop = try Doorbell()
        let format = Mutex("")
        let size = Mutex<(width: Int, height: Int)?>(nil)
        let output = FrameOutput(
            pool: try FramePool(),
            deliver: { frame in
                size.withLock { $0 = (frame.width, frame.height) }
                stop.ring()
            },
            report: { report in
                if case .streaming(let stream) = report { format.withLock { $0 = stream.encoding } }
            })
        try V4L2Camera(device: device, parsing: parsing).run(output, until: stop)
        guard let size = size.withLock({ $0 }) else { throw SourceError("It sent no picture.") }
        return "sends pictures, \(size.width)×\(size.height) \(format.withLock { $0 })"
    }

    /// The first of `names` that lists the user as a member and that this process does not have.
    private static func groupOfNextLogin(_ names: [String]) -> String? {
        var own = [gid_t](repeating: 0, count: 256)
        own = Array(own.prefix(max(0, Int(getgroups(Int32(own.count), &own))))) + [getegid()]
        guard geteuid() != 0, let user = getpwuid(geteuid()).map({ String(cString: $0.pointee.pw_name) }) else {
            return nil
        }
        return names.first { name in
            guard let group = getgrnam(name), !own.contains(group.pointee.gr_gid) else { return false }
            var member = group.pointee.gr_mem
            while let pointer = member?.pointee {
                if String(cString: pointer) == user { return true }
                member = member?.advanced(by: 1)
            }
            return false
        }
    }

    /// Reads a code that was made here, as a frame of a camera is read.
    mutating func tryDecoder(isInProcess: Bool) {
        let limit = Duration.seconds(20)
        let outcome = TimeLimit.run(limit) { Self.readTestCode(isInProcess: isInProcess) }
        guard let outcome else {
            decoder = .problem("no answer within \(Int(limit / .seconds(1))) s")
            return
        }
        (decoder, confinementProblem, missingLayers) = (outcome.state, outcome.weakness, outcome.missing)
    }

    private struct DecoderOutcome: Sendable {
        var state = State.works
        var weakness: String?
        var missing: [String] = []
    }

    private static func readTestCode(isInProcess: Bool) -> DecoderOutcome {
        var outcome = DecoderOutcome()
        let warning = Mutex<String?>(nil)
        let sandbox: ParsingAndReading =
            isInProcess
            ? .inProcess
            : .confined(isRequired: false, log: { _ in }) { line in warning.withLock { $0 = $0 ?? line } }
        let text = "Quietzone"
        do {
            let pixels = try SymbolEncoder.encode(text, as: .qrCode).pixels(scale: 4)
            guard var draft = try FramePool(slots: 1).draft(width: pixels.width, height: pixels.height) else {
                throw UserError("no memory for a picture")
            }
            draft.withLuma { bytes in _ = bytes.update(fromContentsOf: pixels.luma) }
            let reader = sandbox.makeReader(ReaderOptions())
            let result = try reader.read(draft.finish(sequence: 0), region: nil, effort: .normal)
            if result.symbols.first?.content.text != text { outcome.state = .problem("a test code was not read") }
            if let layers = (reader as? DecoderProcess)?.confinement?.missingLayers { outcome.missing = layers }
        } catch {
            outcome.state = .problem("\(error)")
        }
        outcome.weakness = isInProcess ? "--in-process" : warning.withLock { $0 }
        return outcome
    }

    /// Whether the kernel's keyboards can be made; nothing is made.
    mutating func tryTyping(device: String = "/dev/uinput") {
        guard Folder.contains(device) else {
            typing = .problem("\(device) does not exist: load it with `sudo modprobe uinput`")
            return
        }
        if access(device, W_OK) != 0 {
            typing = .problem("no permission to write to \(device): add a udev rule for a group of yours")
        }
    }
}

extension Confinement {
    /// What the kernel could not do for it.
    fileprivate var missingLayers: [String] {
        let all = [
            (qz_isolated_namespaces, "namespaces"), (qz_isolated_root, "an empty root directory"),
            (qz_isolated_landlock, "Landlock"), (qz_isolated_capabilities, "dropping capabilities"),
        ]
        return all.filter { layers & Int32($0.0) == 0 }.map(\.1)
    }
}
