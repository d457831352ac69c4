import Foundation
import Frames
import Payloads
import Preview
import Surface
import Symbols

/// What the program knows and its screens show. The program alone changes it; a screen gets it when it handles a command
/// and when it draws, and keeps nothing but its cursor, how far it is scrolled, and the interest box.
package struct AppModel: Sendable {
    package var source = SourceModel()
    package var picture = PictureModel()
    /// What lights the scene.
    package var lights = Lights()
    /// Whether the status line tells developers' figures, too.
    package var showsFigures = false
    /// Whether the whole screen is white, to light what is held in front of the camera.
    package var isScreenLit = false
    /// What was scanned last in this run.
    package var lastScan: LastScan?
    /// What lights the status line up for a moment; nil as a rule.
    package var flash: Flash?
    /// The scans that are loaded of the history.
    package var history = HistoryModel()
    /// What single features know, by its type.
    private var parts: [ObjectIdentifier: any ModelPart] = [:]

    /// What cannot be done with contents here.
    package var obstacles = ActionObstacles()

    package init() {}

    /// What one feature knows and its screens show; `Part()` before it was set.
    package subscript<Part: ModelPart>(_: Part.Type) -> Part {
        get { parts[ObjectIdentifier(Part.self)] as? Part ?? Part() }
        set { parts[ObjectIdentifier(Part.self)] = newValue }
    }

    /// Asked before the program is left; nil if nothing would be lost.
    var questionAtEnd: Confirmation? { parts.values.compactMap(\.questionAtEnd).min { $0.title < $1.title } }

    /// What the status line says besides what it always does.
    var statusWords: [String] { parts.values.flatMap(\.statusWords).sorted() }

    /// How far long work is, 0 to 100; nil if that is not known, or nothing is under way.
    package var percentDone: Int? { parts.values.compactMap(\.percentDone).min() }

    /// Forgets the picture and what was in it: another source comes.
    package mutating func clearPicture() {
        picture.clear()
        isScreenLit = false
        lights = Lights()
    }

    /// A scan was deleted.
    package mutating func remove(id: Int64) {
        history.remove(id: id)
        if lastScan?.row.id == id { lastScan = nil }
    }
}

/// What one feature knows and its screens show: an extension of `AppModel` beside the screens names it.
package protocol ModelPart: Sendable {
    /// As it is before the feature has set anything.
    init()
    /// Asked before the program is left; nil, the default, where nothing would be lost.
    var questionAtEnd: Confirmation? { get }
    /// What the status line says of it; by default nothing.
    var statusWords: [String] { get }
    /// How far its long work is, 0 to 100; nil, the default, where that is not known.
    var percentDone: Int? { get }
}

extension ModelPart {
    package var questionAtEnd: Confirmation? { nil }
    package var statusWords: [String] { [] }
    package var percentDone: Int? { nil }
}

/// What may be missing: its optional is a part of the model.
package protocol OptionalModelPart: Sendable {}

extension Optional: ModelPart where Wrapped: OptionalModelPart {
    package init() { self = nil }
}

/// Why something cannot be done with contents on this machine, each in a line; nil for what can.
package struct ActionObstacles: Sendable, Hashable {
    package var opening: String?
    package var joining: String?

    package init() {}
}

/// What is scanned.
package struct SourceModel: Sendable, Hashable {
    package var title = ""
    /// Whether the picture is made up, which must be plain to see.
    package var isDemo = false
    /// Whether it is a camera, which has focus and perhaps a light.
    package var isCamera = false
    /// Whether it is one picture, or a folder of them.
    package var isStill = false
    /// How many pictures there are; nil for a source of another kind, and until it is known.
    package var pictureCount: Int?
    package var hasEnded = false
    /// How many cameras can be chosen from; nil while they have not been listed.
    package var cameraCount: Int?
    /// What was scanned before the files that were dropped or pasted, and is again after them; nil if none were.
    package var former: String?
    /// Why this source and not the one that was hoped for; stands under the picture while it is scanned.
    package var remark: String?
    /// What a phone needs to connect; nil for other sources, and while pictures come.
    package var invitation: Invitation?

    package init() {}
}

/// The picture that is shown, what was found in it, and how it is shown.
package struct PictureModel: Sendable {
    /// A symbol in view, in frame pixels.
    package struct OutlinedSymbol: Sendable, Hashable {
        /// What is known of it.
        package enum State: Sendable, Hashable, CaseIterable {
            /// Too few frames agree on it yet.
            case awaiting
            /// It is not in the history.
            case unkept
            /// It is kept, and was never scanned before.
            case new
            /// It is kept, and was scanned before.
            case known
        }

        /// The number shown at its corner; stays while it is in view.
        package var number: Int
        package var corners: Quadrilateral
        package var state: State
        /// Its scan in the history; nil while it is not kept there.
        package var id: Int64?
        package var symbology: Symbology
        /// What it means, in one line.
        package var summary: String
        /// The kind of its content; nil if it is not known.
        package var kind: PayloadKind?
        /// Its content; nil if only its meaning is known.
        package var content: SymbolContent?

        package init(
            number: Int, corners: Quadrilateral, state: State, id: Int64? = nil, symbology: Symbology,
            summary: String, kind: PayloadKind? = nil, content: SymbolContent? = nil
        ) {
            self.number = number
            self.corners = corners
            self.state = state
            self.id = id
            self.symbology = symbology
            self.summary = summary
            self.kind = kind
            self.content = content
        }
    }

    /// The figures of the status line.
    package struct Figures: Sendable, Hashable {
        /// Frames shown a second; nil until measured.
        package var framesPerSecond: Double?
        /// Frames that no reader took in time, or the source lost.
        package var dropped: UInt64 = 0
        /// Mean time to decode a frame; nil until measured.
        package var decodeMilliseconds: Double?

        package init() {}
    }

    /// The picture; nil before the first one.
    package private(set) var frame: Frame?
    /// The format in use; nil until frames come.
    package var format: FrameFormat?
    package var figures = Figures()
    /// Why there is no picture, or why it stands still: one line.
    package var problem: String?
    /// The part of the frame that is being focused on; nil when none is, or it is the box.
    package var focusMark: PixelRect?
    package var symbols: [OutlinedSymbol] = []
    /// What may help so that something is read, in a few words; nil when nothing is known, or needed.
    package var cue: String?
    package var isFrozen = false
    /// Which way up it is shown, and how much of it.
    package var view = PictureView()
    /// How many times nearer the lens has been zoomed by key; nil if it was not, or its scale is unknown.
    package var lensFactor: Double?
    /// Where symbols are read, in shares of what is shown; nil: everywhere.
    package var interestBox: InterestBox?
    package var painter: PreviewPainter

    package init(painter: PreviewPainter = PreviewPainter(), interestBox: InterestBox? = nil) {
        self.painter = painter
        self.interestBox = interestBox
    }

    /// How many times wider than high what is shown is; 4:3 before there is a picture.
    package var aspect: Double {
        guard let frame, frame.width > 0, frame.height > 0 else { return 4.0 / 3 }
        let aspect = Double(frame.width) / Double(frame.height)
        return view.orientation.isSideways ? 1 / aspect : aspect
    }

    /// How many times nearer things are than without any zoom, by the lens and by showing the middle only.
    package var zoom: Double { (lensFactor ?? 1) * view.zoom }

    /// Where symbols are read, in shares of a frame; nil when they are read everywhere.
    package var activeBox: InterestBox? { view.frameBox(interestBox) }

    /// Shows `frame` from now on; a frozen picture stays.
    package mutating func show(_ frame: Frame) {
        guard !isFrozen else { return }
        self.frame = frame
        painter.adapt(to: frame)
        problem = nil
    }

    /// Forgets the picture and what was in it.
    mutating func clear() {
        frame = nil
        format = nil
        symbols = []
        cue = nil
        focusMark = nil
        figures = Figures()
        isFrozen = false
    }
}

/// A camera's means against the dark, as far as it has them.
package struct Lights: Sendable, Hashable {
    package var hasTorch = false
    package var isTorchOn = false
    /// Whether the exposure is set for reading.
    package var isReadingLightOn = false

    package init() {}
}

/// What has just happened, as a light for a moment.
package enum Flash: Sendable, Hashable {
    /// A scan of something new.
    case new
    /// A scan of what was scanned before.
    case known
}

/// What was scanned last.
package struct LastScan: Sendable, Hashable {
    /// Its row of the history, or what would be one.
    package var row: HistoryRow
    /// What became of it.
    package var fate: ScanFate
    /// When its content was scanned before; nil when it was not, or is not known yet.
    package var earlier: Date?
    /// Its content; nil if only its meaning is known.
    package var content: SymbolContent?

    /// Why it could not be kept yet; nil if it could.
    package var failure: String? { if case .waiting(let reason) = fate { reason } else { nil } }

    /// The last scan; kept by default.
    package init(row: HistoryRow, fate: ScanFate? = nil, content: SymbolContent? = nil) {
        self.row = row
        self.fate = fate ?? .kept(id: row.id)
        self.content = content
    }
}
