import Surface
import Widgets

/// A series of passes that is to be made, as it was typed; what is empty was left out.
package struct IssueRequest: Sendable, Hashable {
    /// The folder with pass.toml, or that file.
    package var template = ""
    /// The CSV of guests.
    package var guests = ""
    /// The certificate for the pass type: PKCS #12, or PEM or DER.
    package var certificate = ""
    /// The private key (PEM), if it is separate.
    package var key = ""
    /// The certificate of who issued it; empty for Apple's.
    package var intermediate = ""
    /// A root that is trusted besides Apple's.
    package var root = ""
    /// Where the passes go, a file each.
    package var folder = ""
    /// The file that has them all (.pkpasses); empty for none.
    package var bundle = ""
    /// The file of printed tickets (PDF); empty for none.
    package var tickets = ""
    /// Whether passes whose content has changed are reissued.
    package var makesAnew = false

    package init() {}

    /// Whether passes are signed; else tickets are printed only.
    package var isSigned: Bool { !certificate.isEmpty }
    /// Whether there is something to show of it.
    package var canBeShown: Bool { !template.isEmpty && !guests.isEmpty }

    /// What is to be filled in next, in a line; nil if nothing is missing.
    package var missing: String? {
        if template.isEmpty {
            return "Enter the template: a folder with pass.toml. `quietzone pass new FOLDER` makes one to start from."
        }
        if guests.isEmpty { return "Enter the guest list: a CSV whose first row names the fields of the template." }
        if isSigned {
            return folder.isEmpty && bundle.isEmpty ? "Enter the folder for the passes." : nil
        }
        if !key.isEmpty || !folder.isEmpty || !bundle.isEmpty {
            return "Enter the certificate that signs the passes: pass.p12, or PEM with its private key."
        }
        return tickets.isEmpty
            ? "Enter the certificate that signs the passes, or the PDF file of printed tickets." : nil
    }
}

/// What is known of a series before it is made.
package struct IssuePreview: Sendable {
    package var request: IssueRequest
    /// What stands above the report.
    package var title: String
    /// What is wrong, and the first pass.
    package var report: any Report
    /// How many there will be, how many there were, and where they go.
    package var facts: [TextBlock]

    package init(_ request: IssueRequest, title: String, report: any Report, facts: [TextBlock]) {
        (self.request, self.title, self.report, self.facts) = (request, title, report, facts)
    }
}

/// What the screen that issues passes knows beside what is filled in.
package struct IssuingModel: ModelPart {
    /// What is known of what is filled in; nil while nothing is.
    package var preview: IssuePreview?
    /// The series that is being made; nil if none is.
    package var underWay: IssueUnderWay?
    /// What became of the last one; empty before there was one.
    package var outcome: [TextBlock] = []

    package var questionAtEnd: Confirmation? { underWay?.questionAtEnd }
    package var percentDone: Int? { underWay.map { $0.done * 100 / max(1, $0.count) } }

    package init() {}
}

/// A series that is being made.
package struct IssueUnderWay: Sendable, Hashable {
    /// What is counted: `passes signed`.
    package var what: String
    /// How many are done, and how many there will be.
    package var done: Int, count: Int

    package init(_ what: String, done: Int = 0, of count: Int) {
        (self.what, self.done, self.count) = (what, done, count)
    }

    /// `12 of 30 passes signed`.
    package var words: String { "\(done) of \(count) \(what)" }

    /// Asked before the program is left.
    var questionAtEnd: Confirmation {
        Confirmation(
            title: "Quit while passes are being issued?",
            lines: [
                .text("\(words)."),
                .warning("The rest will be missing. The next run continues without duplicates."),
            ], yes: [.run(.quit)])
    }
}

/// Effects of the passes feature.
package enum PassEffect: FeatureEffect {
    /// Something else is filled in: show what is known of it.
    case changed(IssueRequest)
    /// Look at all passes, ask for the password where one is needed, and whether to make them.
    case ask(IssueRequest)
    /// Open the key with this password, and go on.
    case unlock(IssueRequest, password: String)
    /// Make what was asked about last; the user has said yes.
    case make(IssueRequest)
    /// The screen is left: nobody needs its key any more.
    case leave
    /// Ask for the file of a pass.
    case askShowing
    case show(paths: [String])
}

extension Effect {
    /// An effect of the passes feature.
    package static func passes(_ effect: PassEffect) -> Effect { .feature(effect) }
}

extension AppModel {
    /// The series of passes that is filled in, or being made.
    package var issuing: IssuingModel {
        get { self[IssuingModel.self] }
        set { self[IssuingModel.self] = newValue }
    }
}
