import Screens
import Surface
import Widgets

@testable import FullScreen

// All that a screen with a list, a command, a job beside the loop and an effect takes. In the program it would be two files, a line in
// `Features.all`, and a row for each setting.

extension KeyContext {
    static let toy = KeyContext(title: "Toys")
}

extension Command {
    static let showToys = Command("show-toys")
}

/// What the toys' screen asks for.
enum ToyEffect: FeatureEffect {
    case buy(String)
}

/// The toys that are known.
struct ToyModel: ModelPart {
    var names: [String] = []
    var bought: [String] = []
    var statusWords: [String] { bought.isEmpty ? [] : ["\(bought.count) bought"] }
}

extension AppModel {
    var toys: ToyModel {
        get { self[ToyModel.self] }
        set { self[ToyModel.self] = newValue }
    }
}

/// A list of toys.
struct ToyScreen: Screen {
    private var selected = 0
    var context: KeyContext { .toy }

    mutating func handle(_ command: Command, model: AppModel) -> [Effect] {
        switch command {
        case .selectNext: selected = min(selected + 1, max(0, model.toys.names.count - 1))
        case .selectPrevious: selected = max(0, selected - 1)
        case .open:
            return model.toys.names.indices.contains(selected)
                ? [.feature(ToyEffect.buy(model.toys.names[selected]))] : []
        case .back: return [.pop]
        default: return [.run(command)]
        }
        return []
    }

    func render(into canvas: inout Canvas, context: RenderContext) {
        for (row, name) in context.model.toys.names.enumerated() {
            canvas.write((row == selected ? "> " : "  ") + name, x: 0, y: row, context.theme[.text])
        }
    }
}

/// Toys, for a test.
final class ToyFeature: Feature {
    static let purpose = "Toys"
    static let contexts: [KeyContext] = [.toy]
    static let commands: [FeatureCommand<ToyFeature>] = [
        FeatureCommand(.showToys, .on([.scanner]), [.control("v")], "Show toys") { $0.showToys() },
        FeatureCommand(onScreen: .open, .on([.toy]), [.enter], label: "buy", "Buy the toy"),
        FeatureCommand(onScreen: .back, .on([.toy]), [.escape], label: "back", "Go back"),
    ]

    let app: AppContext

    init(_ app: AppContext) { self.app = app }

    func perform(_ effect: ToyEffect) {
        switch effect {
        case .buy(let name):
            model.toys.bought.append(name)
            show(Notice("Bought \(name)"))
        }
    }

    func finish(within patience: Duration) -> String? { model.toys.bought.isEmpty ? nil : "toys are on their way" }

    private func showToys() {
        jobs.run(holdsKeys: true) {
            ["ball", "kite", "yo-yo"]
        } then: { [self] (result: Result<[String], any Error>) in
            model.toys.names = (try? result.get()) ?? []
            display.push(ToyScreen())
        }
    }
}
