import Files
import Services
import Capture
import Screens
import Surface

extension Command {
    static let nextFormat = Command("next-format")
}

/// The format that a camera sends its pictures in.
final class FormatFeature: FeatureBase, Feature {
    static let purpose = "Camera"
    static let commands: [FeatureCommand<FormatFeature>] = [
        FeatureCommand(
            .nextFormat, [.scanner], ["F"], "Switch the format: low, high (default) or photo"
        ) { try $0.takeNextFormat() }
    ]

    func perform(_ effect: FormatEffect) throws {
        switch effect {
        case .take(let text): try takeFormat(text)
        }
    }

    func takeNextFormat() throws {
        guard scanning.source.camera != nil else {
            throw UserError("\(scanning.source.title) is not a camera: it has only one format")
        }
        let now = scanning.wantedFormat
        let presets = CameraFormatRequest.Preset.allCases
        let index = presets.firstIndex { CameraFormatRequest($0) == now } ?? 0
        scanning.happened(.formatWanted(CameraFormatRequest(presets[(index + 1) % presets.count])))
    }

    func takeFormat(_ text: String) throws {
        guard let request = CameraFormatRequest(text) else { throw UserError("\(text) is not a format") }
        scanning.happened(.formatWanted(request))
        app.post(.cameraChanged)
    }
}
