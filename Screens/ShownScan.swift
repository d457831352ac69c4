import Payloads
import Symbols

/// What the scanner shows of scans beside its list: the pane is drawn of it, and keys act on its `current` scan.
enum ShownScan: Hashable {
    /// Nothing was scanned yet.
    case nothing
    /// The row of the list that the user has selected.
    case selected(HistoryRow)
    /// The last scan.
    case last(LastScan)
    /// Symbols in view; keys act on the one at the index `current`.
    case inView([PictureModel.OutlinedSymbol], current: Int)
}

/// The scan that keys act on.
struct CurrentScan: Hashable {
    /// Its number in the history; nil if it is not there.
    var id: Int64?
    /// The kind of its content; nil if it is not known.
    var kind: PayloadKind?
    /// Its content, for what can be done without the history; nil if only its number is known.
    var content: SymbolContent?
    /// Why it is not in the history, in a line.
    var absence = ""
}

extension AppModel {
    /// What is in view, else the last scan: also where only the last scan is in view, of which more is known.
    var shownScan: ShownScan {
        let symbols = picture.symbols.filter { $0.state != .awaiting }
        guard let last = lastScan else { return symbols.isEmpty ? .nothing : .inView(symbols, current: 0) }
        let index = symbols.firstIndex(where: last.isOf)
        if symbols.isEmpty || symbols.count == 1 && index != nil { return .last(last) }
        return .inView(symbols, current: index ?? 0)
    }
}

extension LastScan {
    /// Whether it is the scan of `symbol`.
    fileprivate func isOf(_ symbol: PictureModel.OutlinedSymbol) -> Bool {
        symbol.symbology == row.symbology && symbol.summary == row.summary && symbol.content == content
    }
}

extension ShownScan {
    /// The scan that keys act on; nil if nothing is shown.
    var current: CurrentScan? {
        switch self {
        case .nothing: return nil
        case .selected(let row): return CurrentScan(row)
        case .last(let last):
            return CurrentScan(
                id: last.row.id > 0 ? last.row.id : nil, kind: last.row.kind, content: last.content,
                absence: last.fate.absence)
        case .inView(let symbols, let current):
            let symbol = symbols[current]
            return CurrentScan(
                id: symbol.id, kind: symbol.kind, content: symbol.content, absence: "This code is not in the history")
        }
    }

    /// The symbologies and meanings of what is shown, in a line; nil if nothing is.
    var line: String? {
        switch self {
        case .nothing: nil
        case .selected(let row): "\(row.symbology.traits.title)  \(row.titleWithNumber)"
        case .last(let last): "\(last.row.symbology.traits.title)  \(last.row.titleWithNumber)"
        case .inView(let symbols, let current):
            "\(symbols[current].symbology.traits.title)  \(symbols[current].summary)"
        }
    }
}

extension Pick {
    /// Asks which of the saved ones of `symbols` to show; the number at its outline takes one.
    static func inView(
        _ symbols: [PictureModel.OutlinedSymbol], current: PictureModel.OutlinedSymbol
    ) -> Pick {
        let options = symbols.compactMap { symbol in
            symbol.id.map { id in
                Pick.Option(
                    String(id), "\(symbol.number)  \(symbol.symbology.shortTitle)", detail: symbol.summary,
                    shortcut: symbol.number < 10 ? "\(symbol.number)".first : nil)
            }
        }
        return Pick(title: "Codes in view", options: options, selected: current.id.map(String.init)) { id in
            Int64(id).map { [.history(.open(id: $0))] } ?? []
        }
    }
}

extension CurrentScan {
    /// A row of the list.
    init(_ row: HistoryRow) { self.init(id: row.id, kind: row.kind) }
}

extension ScanFate {
    /// Why its scan is not in the history, in a line.
    fileprivate var absence: String {
        switch self {
        case .leftOut: "Codes of this kind are not saved"
        case .field(let name): "This code sets the field \(name): it is not saved"
        case .waiting: "This scan is not saved yet"
        case .kept, .keptLater, .counted, .known, .seen: "This scan is not in the history"
        }
    }
}
