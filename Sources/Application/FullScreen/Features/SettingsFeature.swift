import Files
import Services
import Config
import Foundation
import Preview
import Screens
import Surface

extension Command {
    static let showSettings = Command("settings")
    static let chooseTheme = Command("choose-theme")
}

/// The screen of settings: what config.toml holds, changed there and applied here.
final class SettingsFeature: FeatureBase, Feature {
    static let purpose = "Settings"
    static let contexts: [KeyContext] = [.settings]
    static let commands: [FeatureCommand<SettingsFeature>] = [
        FeatureCommand(
            .showSettings, [.scanner, .history, .scan, .cameras, .log], ["O"], label: "settings",
            "Show and change settings"
        ) { $0.showSettings() }.opening(.settings).inMenu("Settings").found(by: "preferences options config"),
        FeatureCommand(.chooseTheme, [.scanner, .history, .scan], [], "Choose a theme") { $0.chooseTheme() }
            .found(by: "colours colors dark light look"),
        FeatureCommand(onScreen: .open, [.settings], [.enter, " "], label: "change", "Change the selected setting"),
        FeatureCommand(onScreen: .find, [.settings], ["/"], label: "find", "Find a setting, and change it"),
        FeatureCommand(onScreen: .increase, [.settings], [.right, "+"], "Next value"),
        FeatureCommand(onScreen: .decrease, [.settings], [.left, "-"], "Previous value"),
        FeatureCommand(
            onScreen: .resetSetting, [.settings], ["r"], label: "default",
            "Reset to the default"),
        FeatureCommand(onScreen: .nextTab, [.settings], [.tab], label: "next section", "Show the next section"),
        FeatureCommand(onScreen: .previousTab, [.settings], [.backTab], "Show the previous section"),
        FeatureCommand(onScreen: .back, [.settings], [.escape, "q"], label: "back", "Go to the previous screen"),
    ]

    private func showSettings() {
        guard !display.stack.shows(.settings) else { return }
        reloadSettings { [self] in
            if !display.stack.shows(.settings) { display.push(SettingsScreen()) }
        }
    }

    private func chooseTheme() {
        reloadSettings { [self] in
            if let problem = model.settings.problem { return warn(problem) }
            model.settings.rows.first { $0.id == SettingID("display", "theme") }.map { app.perform($0.edit) }
        }
    }

    /// Does what the screen asks for.
    func perform(_ effect: SettingsEffect) {
        switch effect {
        case .reload:
            reloadSettings { [self] in
                if let problem = model.settings.problem { warn(problem) }
            }
        case .set(let id, let value): change(id) { try $0.setting(id, to: value) }
        case .put(let id, let value):
            reloadSettings { [self] in change(id, isTold: false) { try $0.setting(id, to: value) } }
        case .type(let id, let text):
            guard let kind = kind(of: id) else { return }
            change(id) { document in
                let text = id == Self.sourceSetting ? try SourceSetting.absolute(text) : text
                do throws(SettingsProblem) {
                    return try document.setting(id, to: try kind.value(typed: text))
                } catch {
                    throw UserError(error.description.prefix(1).uppercased() + error.description.dropFirst())
                }
            }
        case .reset(let id):
            let standard = model.settings.rows.first { $0.id == id }?.item.standard
            change(id) { try $0.resetting(id, to: standard) }
        }
    }

    private static let sourceSetting = SettingID("scanner", "source")

    private func kind(of id: SettingID) -> SettingItem.Kind? {
        model.settings.rows.first { $0.id == id }?.item.kind
    }

    /// Reads the file beside the loop.
    private func reloadSettings(then next: @escaping () -> Void) {
        jobs.run(holdsKeys: true) {
            let text = try Settings.userFile() ?? ""
            let (settings, problems) = Settings.readByThisBuild(text, commands: Features.commands)
            return (text, problems, settings.themes)
        } then: { [self] (result: Result<(String, [SettingsProblem], [UserTheme]), any Error>) in
            switch result {
            case .success((let text, let problems, let themes)): show(text, problems, themes: themes)
            case .failure(let error): show("", [], themes: [], problem: "\(error)")
            }
            next()
        }
    }

    /// Changes the file beside the loop, and what is in force after it.
    ///
    /// - Parameter isTold: whether a notice says what holds then; default true.
    private func change(
        _ id: SettingID, isTold: Bool = true, by edit: @escaping @Sendable (SettingsDocument) throws -> String
    ) {
        let shown = model.settings.text
        runJob {
            try SettingsWriting.change(id, shown: shown, commands: Features.commands, by: edit)
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] outcome in
            show(outcome.text, outcome.problems, themes: outcome.settings.themes)
            // A file that was broken meanwhile says nothing.
            let remark = model.settings.problem == nil ? apply(outcome.settings) : nil
            guard !outcome.isOutdated else {
                throw UserError("The file has changed in the meantime and was reloaded; this change was not saved")
            }
            display.stack.acceptAnswer()
            if let remark { warn(remark) } else if isTold { sayWhatHolds(id) }
        }
    }

    private func apply(_ new: Settings) -> String? {
        var merged = new
        merged.keepReading(of: settings)
        return app.apply(merged)
    }

    private func sayWhatHolds(_ id: SettingID) {
        guard let row = model.settings.rows.first(where: { $0.id == id }) else { return }
        let value = row.value.map { "is \(row.item.kind.typed($0))" } ?? "is not set: the default applies"
        let override = app.isSetByPlace(id) ? "; here, [place.\(model.places.id ?? "").\(id.section)] overrides it" : ""
        show(Notice("\(id) \(value)\(row.item.isLive ? override : ", after a restart")"))
    }

    private func show(
        _ text: String, _ problems: [SettingsProblem], themes: [UserTheme], problem: String? = nil
    ) {
        var content = SettingsContent(path: SaveTarget.shown(Paths.settings), text: text, problem: problem)
        var document: SettingsDocument?
        do {
            document = try SettingsDocument(text)
        } catch {
            content.problem = content.problem ?? Settings.briefPlace(of: error) + error.text
        }
        var others = Set(problems.map(\.description))
        content.rows = SettingsCatalog.items(
            commands: Features.commands, previews: PreviewRenderers.names, themes: themes.map(\.name)
        ).map { item in
            let own = problems.first { $0.description.hasPrefix("\(item.id): ") }
            if let own { others.remove(own.description) }
            return SettingsContent.Row(
                item: item, value: document?.value(of: item.id),
                problem: own.map { String($0.description.dropFirst("\(item.id): ".count)) })
        }
        if content.problem == nil {
            content.remarks = problems.filter { others.contains($0.description) }.map { problem in
                Settings.briefPlace(of: problem) + problem.text
            }
        }
        model.settings = content
        display.needsDrawing = true
    }
}

extension Settings {
    /// Keeps what is looked for, which the command line may have said, and what sources began with.
    fileprivate mutating func keepReading(of old: Settings) {
        readsOnly = old.readsOnly
        minimumITFDigits = old.minimumITFDigits
        minimumCodabarCharacters = old.minimumCodabarCharacters
        checksCode39 = old.checksCode39
        charset = old.charset
        reappearanceSeconds = old.reappearanceSeconds
    }
}
