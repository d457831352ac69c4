import Config
import Preview
import Screens

/// Remembers what the user chose of the view from run to run.
final class ViewMemoryFeature: FeatureBase, Feature {
    private let memory: ViewMemoryFile
    /// The view as it was remembered last; nil before the program begins.
    private var seenView: View?

    required init(_ app: AppContext) {
        memory = ViewMemoryFile(at: app.start.viewMemory)
        super.init(app)
    }

    func start() {
        if let problem = memory.problem { LogFile.write(problem) }
        display.stack.scanner.panes = memory.current.panes
        restoreView()
    }

    func follow(_ event: AppEvent) {
        if case .inputsTaken = event { rememberView() }
    }

    func apply(_ new: Settings, insteadOf old: Settings) -> String? {
        rememberView()
        return nil
    }

    func finish(within patience: Duration) -> String? {
        memory.finish()
        return nil
    }

    /// What of the view is remembered, as it is now.
    private struct View: Equatable {
        var preview: String
        var isColoured: Bool
        var showsFigures: Bool
        var columns: [HistoryColumn]
        var panes: ScannerPanes
    }

    private var view: View {
        View(
            preview: model.picture.painter.name, isColoured: model.picture.painter.isColoured,
            showsFigures: model.showsFigures, columns: model.history.columns, panes: display.stack.scanner.panes)
    }

    /// Shows the picture as the user chose it last, else as the settings say.
    private func restoreView() {
        let chosen = memory.current
        model.showsFigures = ViewMemory.value(chosen.figures, setting: settings.showsFigures)
        model.history.columns = ViewMemory.value(chosen.columns, setting: settings.historyColumns)
        let preview = ViewMemory.value(chosen.preview, setting: settings.preview)
        var obstacle = model.picture.painter.choose(preview)
        if let other = obstacle, preview != settings.preview {
            // What was chosen on another terminal is not news on this one.
            LogFile.write(other)
            obstacle = model.picture.painter.choose(settings.preview)
        }
        if let obstacle {
            LogFile.write(obstacle)
            warn(obstacle)
        }
        if ViewMemory.value(chosen.colour, setting: settings.showsColour) {
            scanning.colour.isWanted = model.picture.painter.setColoured(true) == nil
        }
        seenView = view
    }

    /// Remembers what has changed since it was looked at last; what the terminal cannot show was not chosen.
    private func rememberView() {
        let view = view
        guard let seen = seenView, seen != view else { return }
        seenView = view
        memory.change { memory in
            memory.panes = view.panes
            if view.preview != seen.preview {
                memory.preview = ViewMemory.choice(view.preview, over: settings.preview)
            }
            if view.isColoured != seen.isColoured {
                memory.colour = ViewMemory.choice(view.isColoured, over: settings.showsColour)
            }
            if view.showsFigures != seen.showsFigures {
                memory.figures = ViewMemory.choice(view.showsFigures, over: settings.showsFigures)
            }
            if view.columns != seen.columns {
                memory.columns = ViewMemory.choice(view.columns, over: settings.historyColumns)
            }
        }
    }
}
