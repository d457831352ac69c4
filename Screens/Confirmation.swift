import Surface
import Widgets

/// A question with yes or no; nothing happens without the key that it names.
package struct Confirmation: Sendable, Hashable {
    /// What has to be known before answering: wrapped, never cut.
    package enum Line: Sendable, Hashable {
        case text(String)
        /// What counts most.
        case strong(String)
        /// A reason to say no.
        case warning(String)
    }

    /// How easily a yes is given.
    package enum Weight: Sendable, Hashable {
        /// `y`.
        case light
        /// Something is lost, or somebody may be deceived: `Y`, which no neighbouring key and no word typed by mistake gives.
        case grave
    }

    package var title: String
    /// What there is to know before answering.
    package var lines: [Line]
    package var yes: [Effect]
    package var weight: Weight

    package init(title: String, lines: [Line] = [], yes: [Effect], weight: Weight = .light) {
        self.title = title
        self.lines = lines
        self.yes = yes
        self.weight = weight
    }
}

extension Confirmation.Line {
    /// As it is drawn.
    var block: TextBlock {
        switch self {
        case .text(let text): TextBlock(text)
        case .strong(let text): TextBlock(text, .strong)
        case .warning(let text): TextBlock("! \(text)", .warning)
        }
    }
}
