import Config
import Frames
import Grading
import Screens
import Services
import Surface
import Symbols

extension Command {
    static let grade = Command("grade")
}

/// The print quality of the symbol in view.
final class GradingFeature: FeatureBase, Feature {
    static let purpose = "Picture"
    static let commands: [FeatureCommand<GradingFeature>] = [
        FeatureCommand(
            .grade, [.scanner], [.function(6)],
            "Grade the print quality of the code nearest the middle", refusal: { refusal($0) }
        ) { $0.grade() }.opening(.report).found(by: "verify contrast ISO 15415 15416 quality")
    ]

    private var isGrading = false

    private static func refusal(_ model: AppModel) -> String? {
        model.picture.frame == nil || middle(model.picture) == nil ? "No code in view to grade" : nil
    }

    /// The symbol nearest the middle of the interest box, or of the picture.
    private static func middle(_ picture: PictureModel) -> PictureModel.OutlinedSymbol? {
        guard let frame = picture.frame else { return nil }
        let box = picture.activeBox?.pixels(width: frame.width, height: frame.height) ?? frame.bounds
        let middle = Point(x: Double(box.x) + Double(box.width) / 2, y: Double(box.y) + Double(box.height) / 2)
        return picture.symbols.filter { $0.content != nil }
            .min { $0.corners.center.distance(to: middle) < $1.corners.center.distance(to: middle) }
    }

    private func grade() {
        guard !isGrading, let frame = model.picture.frame, let shown = Self.middle(model.picture),
            let content = shown.content
        else { return }
        isGrading = true
        let (symbol, title) = (Symbol(content: content, corners: shown.corners), model.source.title)
        runJob {
            GradedCode(symbol, in: frame, of: title)
        } failed: { [self] error in
            isGrading = false
            warn("Not graded: \(error)")
        } then: { [self] code in
            isGrading = false
            // Who has gone on meanwhile is not interrupted.
            guard display.stack.context == .scanner else {
                return show(Notice("The code is graded: press F6 once more"))
            }
            display.push(ReportScreen(title: "Print quality", GradeText(code)))
        }
    }
}
