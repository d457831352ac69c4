import Files
import Services
import Foundation
import Passes
import Screens
import Surface

extension Command {
    static let issuePasses = Command("issue-passes")
    static let showPass = Command("show-pass")
}

/// Issuing passes and tickets, and looking at passes.
final class PassFeature: FeatureBase, Feature {
    static let purpose = "Passes and tickets"
    static let contexts: [KeyContext] = [.issuing]
    static let commands: [FeatureCommand<PassFeature>] = [
        FeatureCommand(
            .issuePasses, [.scanner], [], "Issue passes and tickets from a guest list"
        ) { $0.openIssuing() }.opening(.issuing).inMenu("Issue passes").found(by: "wallet pkpass"),
        FeatureCommand(
            .showPass, [.scanner, .issuing], [],
            "Show a pass file (.pkpass)"
        ) { $0.askPass() }.found(by: "wallet check"),
        FeatureCommand(
            onScreen: .back, [.issuing], [.escape], label: "back",
            "Go back; the form keeps its text"),
        FeatureCommand(
            onScreen: .makePasses, [.issuing], [.enter], label: "make", "Issue the passes and tickets (asks first)"),
        FeatureCommand(
            .stopIssuing, [.issuing], [.function(8)], label: "stop", "Stop issuing; the next run continues",
            idle: { $0.issuing.underWay == nil },
            refusal: { $0.issuing.underWay == nil ? "No passes are being issued" : nil }
        ) { $0.stop?.set() },
    ]

    /// What is typed, also after the screen was left.
    private var typed = IssueRequest()
    /// What is to be shown; nil if that is nothing.
    private var wanted: IssueRequest?
    /// Ends the look at passes that is under way; nil if none is.
    private var looking: StopFlag?
    /// What waits for a yes.
    private var draft: IssueDraft?
    /// Who signs, where a password opened the key; forgotten with the screen.
    private var opened: (files: SigningFiles, signer: PassSigner)?
    /// Ends what is being made; nil if nothing is.
    private var stop: StopFlag?
    /// What a person should know of it when the program was left; nil for nothing.
    private var remark: String?

    /// Shows the screen that issues passes, as it was left.
    private func openIssuing() {
        let screen = IssueScreen(typed)
        display.push(screen)
        for effect in screen.opening { perform(effect) }
    }

    /// Does what is asked of passes.
    func perform(_ effect: PassEffect) throws {
        switch effect {
        case .changed(let request): changed(request)
        case .ask(let request): ask(request)
        case .unlock(let request, let password): unlock(request, password)
        case .make(let request): try make(request)
        case .leave:
            looking?.set()
            (wanted, draft, opened) = (nil, nil, nil)
            (model.issuing.preview, model.issuing.outcome) = (nil, [])
        case .askShowing: askPass()
        case .show(let paths): showPasses(paths)
        }
        display.needsDrawing = true
    }

    // MARK: - Before

    private func changed(_ request: IssueRequest) {
        typed = request
        model.issuing.outcome = []
        guard request.canBeShown else {
            looking?.set()
            (wanted, model.issuing.preview) = (nil, nil)
            return
        }
        look(at: request)
    }

    /// Looks at what is filled in beside the loop: the newest counts, and one is looked at at a time.
    private func look(at request: IssueRequest) {
        wanted = request
        if let looking { return looking.set() }
        let stop = StopFlag()
        looking = stop
        let signer = signer(for: request)
        runJob {
            IssuePreview(IssueDraft(request, signer: signer, stop: stop, at: Date()))
        } then: { [self] preview in
            looking = nil
            guard let wanted else { return }
            if stop.isSet { return look(at: wanted) }
            model.issuing.preview = preview
        }
    }

    /// Who signs, where the key was opened before.
    private func signer(for request: IssueRequest) -> PassSigner? {
        guard let opened, opened.files == request.resolved.signingFiles else { return nil }
        return opened.signer
    }

    private func ask(_ request: IssueRequest) {
        guard stop == nil else { return warn("Passes are being issued: wait, or stop issuing") }
        let looking = Notice("Checking all passes …", isUnderWay: true)
        show(looking, seconds: 600)
        let signer = signer(for: request)
        runJob(isWork: true) {
            let draft = IssueDraft(request, signer: signer, at: Date())
            return (draft, IssuePreview(draft))
        } then: { [self] draft, preview in
            hide(looking)
            guard display.stack.shows(.issuing) else { return }
            model.issuing.preview = preview
            if let problem = draft.errors.first {
                warn("Nothing was made: \(problem)")
            } else if let file = draft.lockedFile {
                askPassword(of: file, request)
            } else if draft.isDone {
                show(Notice("All \(draft.count) exist already: nothing to do"))
            } else {
                self.draft = draft
                display.stack.ask(draft.question)
            }
        }
    }

    private func askPassword(of file: String, _ request: IssueRequest) {
        prompt("Password", hint: "It unlocks \(SaveTarget.shown(file)) and is never saved.", .secret) {
            [.passes(.unlock(request, password: $0))]
        }
    }

    private func unlock(_ request: IssueRequest, _ password: String) {
        let files = request.resolved.signingFiles
        runJob {
            try files.signer(read: PassFile.bytes) { _ in password }
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] signer in
            display.stack.acceptAnswer()
            guard display.stack.shows(.issuing) else { return }
            opened = (files, signer)
            ask(request)
        }
    }

    // MARK: - Making

    private func make(_ request: IssueRequest) throws {
        guard let draft, draft.request == request, stop == nil else {
            throw UserError("The passes have changed in the meantime: press Enter again")
        }
        self.draft = nil
        let stop = StopFlag()
        self.stop = stop
        model.issuing.outcome = []
        model.issuing.underWay = IssueUnderWay(
            draft.request.isSigned ? "passes signed" : "tickets printed", of: draft.count)
        let tell = jobs.forward { [self] (news: IssueUnderWay) in
            guard self.stop != nil else { return }
            model.issuing.underWay = news
            display.needsDrawing = true
        }
        runJob(isWork: true) {
            draft.make(stop, tell: tell)
        } then: { [self] outcome in
            (self.stop, model.issuing.underWay) = (nil, nil)
            remark = outcome.problem.map { ([$0] + outcome.lines).joined(separator: " ") }
            model.issuing.outcome = outcome.blocks
            if let problem = outcome.problem {
                LogFile.write("passes: \(problem)")
                warn(problem, seconds: 12)
            } else if let line = outcome.lines.first {
                if display.stack.shows(.issuing) { display.announceEnd(line) } else { show(Notice(line), seconds: 8) }
            }
        }
    }

    /// Ends what is being made after the pass that is under way.
    func finish(within patience: Duration) -> String? {
        let wasUnderWay = stop != nil
        jobs.followUp()
        guard let stop, let job = model.issuing.underWay else {
            // What ended just now could not be shown any more.
            return wasUnderWay ? remark : nil
        }
        stop.set()
        jobs.followUp(atMost: patience) { self.stop != nil }
        return self.stop == nil ? remark : "not all passes were made: \(job.words)"
    }

    // MARK: - Showing

    private func askPass() {
        prompt("Show a pass", hint: "A pass (.pkpass) or a bundle of passes (.pkpasses).", .path) {
            [.passes(.show(paths: [UserFolders.expanded($0)]))]
        }
    }

    /// Shows the passes of files; nothing of them is opened or fetched.
    private func showPasses(_ paths: [String]) {
        runJob {
            let passes = try paths.flatMap { path in
                try PassFile.passes(in: try PassFile.bytes(path), named: path)
            }
            // Of each only what is shown is kept, before the next one is inflated.
            return passes.map { pass in
                PassReport.Part(PassCheck(pass.bytes, at: Date()), name: passes.count > 1 ? pass.name : nil)
            }
        } failed: { [self] in
            display.rejectAnswer($0)
        } then: { [self] parts in
            display.stack.acceptAnswer()
            let title = paths.count == 1 ? SaveTarget.shown(paths[0]) : "\(parts.count) passes"
            display.stack.push(ReportScreen(title: title, PassReport(parts)))
        }
    }
}
