import Artwork
import Encoding

/// What the Make screen wants made: a content, the kind of code, and how it is made and drawn.
package struct MakeRequest: Sendable, Hashable {
    package var source: SymbolSource
    /// The name of a `SymbolKind`.
    package var kind: String
    package var options: MakeOptions
    /// How it is drawn in files.
    package var style: ArtworkStyle
    /// The id of the form that the content was entered into; empty for content that is taken as it is.
    package var form: String
    /// What was entered, by the ids of the form's entries.
    package var values: [String: String]
    /// How far away it is to be read, in centimetres.
    package var distance: Int
    /// The path of the file whose bytes are the content, which are not in `source` then; nil for none.
    package var file: String?

    package init(
        _ source: SymbolSource, kind: String, options: MakeOptions = MakeOptions(),
        style: ArtworkStyle = ArtworkStyle(), form: String = "", values: [String: String] = [:], distance: Int = 30,
        file: String? = nil
    ) {
        (self.source, self.kind, self.options, self.style) = (source, kind, options, style)
        (self.form, self.values, self.distance, self.file) = (form, values, distance, file)
    }

    /// What its picture is called unless another name is typed: `wifi.png`; of plain content `qr-code.png`.
    package var fileName: String { "\(["", "text"].contains(form) ? kind : form).png" }
}

/// A code as the Make screen shows it.
package struct MadePreview: OptionalModelPart, Hashable {
    package var request: MakeRequest
    /// The code; nil if it could not be made.
    package var modules: CodeModules?
    /// Why it could not be made, and what to do; nil if it was.
    package var problem: String?
    /// What is known of it, a line each: its size, how much it holds, how wide it is to be printed.
    package var facts: [String]
    /// What is to be minded, a line each: colours that no scanner tells apart, a code that does not read back.
    package var warnings: [String]
    package var readBack: ReadBack
    /// What the content means to who scans it, in a line.
    package var meaning: String

    /// What this program reads off a code.
    package enum ReadBack: Sendable, Hashable {
        case awaited
        /// What it was made of.
        case yes
        /// The part of it that is read here.
        case partly(String)
        /// Something else, or nothing.
        case no(String)
        /// Nobody here reads such codes.
        case unreadable
    }

    package init(
        _ request: MakeRequest, modules: CodeModules? = nil, problem: String? = nil, facts: [String] = [],
        warnings: [String] = [], readBack: ReadBack = .awaited, meaning: String = ""
    ) {
        (self.request, self.modules, self.problem, self.facts) = (request, modules, problem, facts)
        (self.warnings, self.readBack, self.meaning) = (warnings, readBack, meaning)
    }
}

/// Effects of the making feature.
package enum MakingEffect: FeatureEffect {
    /// Make this and show it; what was asked for before counts no more.
    case preview(MakeRequest)
    case clear
    case askSaving(MakeRequest)
    /// Save it to `path`, whose ending says how.
    case save(MakeRequest, path: String, overwrite: Bool)
    /// Put it on the clipboard as text that shows it.
    case copyText(MakeRequest)
    /// Put it on the desktop's clipboard as a picture.
    case copyPicture(MakeRequest)
    case showLarge(MakeRequest)
    case print(MakeRequest)
    /// Ask which of the codes made before to make again.
    case askMade
    case again(id: Int64)
    /// Take the Wi-Fi network in use into the form: ask whether with its password.
    case askNetwork
    case useNetwork(withPassword: Bool)
    case askIdentifier
    /// Put text where the cursor is.
    case insert(String)
    case scan(id: Int64)
    /// Keep a code that went out among those that were made before.
    case keep(MakeRequest)
}

extension Effect {
    /// An effect of the making feature.
    package static func making(_ effect: MakingEffect) -> Effect { .feature(effect) }
}

extension AppModel {
    package var making: MadePreview? {
        get { self[MadePreview?.self] }
        set { self[MadePreview?.self] = newValue }
    }
}
