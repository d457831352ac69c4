import Services
import Encoding
import Screens
import Verification

/// What the Make screen wants to show: the newest counts, and one is made at a time.
struct PreviewMaking {
    /// What is typed now; nil where that is no code.
    var wanted: MakeRequest?
    /// Whether one is being made.
    var isUnderWay = false
    /// Makes codes.
    var maker: any SymbolMaking = DirectMaking()
}

extension ScannerApp {
    /// Makes what is typed, beside the loop; then reads it back.
    func preview(_ request: MakeRequest) {
        making.wanted = request
        guard !making.isUnderWay else { return }
        making.isUnderWay = true
        let maker = making.maker
        jobs.run {
            CodeMaking.preview(request, by: maker)
        } then: { [self] (result: Result<(preview: MadePreview, symbol: MadeSymbol?), any Error>) in
            guard case .success(let made) = result, show(made.preview) else { return followUp(request) }
            guard let symbol = made.symbol else { return followUp(request) }
            readBack(symbol, made.preview)
        }
    }

    private func readBack(_ symbol: MadeSymbol, _ preview: MadePreview) {
        jobs.run {
            MadePreview.ReadBack(Verification.ReadBack.of(symbol))
        } then: { [self] (result: Result<MadePreview.ReadBack, any Error>) in
            var preview = preview
            if case .success(let readBack) = result { preview.readBack = readBack }
            _ = show(preview)
            followUp(preview.request)
        }
    }

    /// Shows a preview; false where something else is typed meanwhile, which is shown sooner without what this one lacks.
    private func show(_ preview: MadePreview) -> Bool {
        guard making.wanted != nil else { return false }
        model.making = preview
        display.needsDrawing = true
        return making.wanted == preview.request
    }

    /// Makes what was typed meanwhile.
    private func followUp(_ request: MakeRequest) {
        making.isUnderWay = false
        if let wanted = making.wanted, wanted != request { preview(wanted) }
    }
}
