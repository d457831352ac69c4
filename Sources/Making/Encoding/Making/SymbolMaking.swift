/// Makes symbols, wherever libzint is called: what needs symbols takes one of these.
///
///     let making: any SymbolMaking = DirectMaking()
///     let symbol = try making.make(.text("https://example.org"), as: kind)
///
/// `ConfinedMaking` of the target Sandbox makes what libzint may die of in a process that may.
package protocol SymbolMaking: Sendable {
    /// Makes a symbol as `SymbolMaker.make` does.
    ///
    /// - Throws: `EncodingError`, one line.
    func make(_ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions) throws(EncodingError) -> MadeSymbol
}

extension SymbolMaking {
    /// Makes a symbol with everything as its kind has it by default.
    package func make(_ source: SymbolSource, as kind: SymbolKind) throws(EncodingError) -> MadeSymbol {
        try make(source, as: kind, MakeOptions())
    }
}

/// Makes every symbol in this process.
package struct DirectMaking: SymbolMaking {
    /// A maker; it has no state.
    package init() {}

    /// Makes a symbol.
    package func make(
        _ source: SymbolSource, as kind: SymbolKind, _ options: MakeOptions
    ) throws(EncodingError) -> MadeSymbol {
        try SymbolMaker.make(source, as: kind, options)
    }
}
