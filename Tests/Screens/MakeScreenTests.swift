import Artwork
import Composing
import Encoding
import Preview
import Surface
import Testing

@testable import Screens

/// The Make screen: what is typed becomes a request, nothing that was typed is lost, and the code lies where there is room.
@Suite struct MakeScreenTests {
    private func typing(_ text: String, in screen: inout MakeScreen) {
        for character in text { _ = screen.type(.character(character), isBound: true) }
    }

    private func chosen(form: String) throws -> MakeScreen {
        var screen = MakeScreen()
        _ = screen.enter([:], form: form)
        screen.form.focus(on: try #require(screen.fields.form?.fields.first.map(MakeFields.id)))
        return screen
    }

    @Test func whatIsTypedIsToBeMade() throws {
        var screen = try chosen(form: "text")
        #expect(screen.request == nil && screen.problem == nil)
        // Letters that are commands elsewhere are letters here.
        typing("quit? q", in: &screen)
        #expect(screen.request?.source == .text("quit? q"))
        #expect(screen.request?.kind == "qr-code")
        let left = screen.type(.control("s"), isBound: true)
        #expect(left == nil)
        let (request, effects) = (try #require(screen.request), screen.handle(.saveCode, model: AppModel()))
        #expect(effects == [.making(.askSaving(request))])
    }

    @Test func eachKeyAsksForAPreview() throws {
        var screen = try chosen(form: "text")
        let typed = screen.type(.character("a"), isBound: false)
        let request = try #require(screen.request)
        #expect(typed == [.making(.preview(request))])
        let deleted = screen.type(.backspace, isBound: false)
        #expect(deleted == [.making(.clear)])
        // A key that changes nothing asks for nothing.
        _ = screen.type(.character("b"), isBound: false)
        let moved = screen.type(.home, isBound: false)
        #expect(moved == [])
    }

    @Test func severalLinesAreTypedWhereTheyMayBe() throws {
        var screen = try chosen(form: "text")
        typing("one", in: &screen)
        _ = screen.type(.alt(.enter), isBound: false)
        _ = screen.paste("two\r\nthree")
        #expect(screen.request?.source == .text("one\ntwo\nthree"))
    }

    @Test func anotherFormAndBackLosesNothing() throws {
        var screen = try chosen(form: "wifi")
        typing("Bistro", in: &screen)
        screen.form.focus(on: "content")
        _ = screen.type(.right, isBound: false)
        #expect(screen.fields.form?.id != "wifi")
        _ = screen.type(.left, isBound: false)
        #expect(screen.fields.form?.id == "wifi")
        #expect(screen.fields.values(screen.form.values)["ssid"] == "Bistro")
    }

    @Test func whatIsWrongIsSaidAndNothingIsMade() throws {
        var screen = try chosen(form: "wifi")
        typing("Bistro", in: &screen)
        screen.form.focus(on: "entry.password")
        typing("short", in: &screen)
        #expect(screen.request == nil)
        #expect(screen.problem?.field == "entry.password")
        let effects = screen.handle(.useCode, model: AppModel())
        #expect(effects.count == 1)
    }

    @Test func optionsOfTheKindAreChosen() throws {
        var screen = try chosen(form: "text")
        typing("abc", in: &screen)
        screen.form.focus(on: "level")
        for _ in 0..<4 { _ = screen.type(.right, isBound: false) }
        screen.form.focus(on: "mask")
        _ = screen.type(.end, isBound: false)
        screen.form.focus(on: "part")
        typing("2/3:7", in: &screen)
        screen.form.focus(on: "dark")
        typing("#036", in: &screen)
        let request = try #require(screen.request)
        #expect(request.options.level == "H" && request.options.mask == 7)
        #expect(request.options.part == .init(2, of: 3, sequence: "7"))
        #expect(request.style.dark == Ink("#003366"))
        typing("x", in: &screen)
        #expect(screen.problem?.field == "dark")
        // What was made is shown again as it was made.
        #expect(MakeScreen(request).request == request)
    }

    @Test(arguments: [("ean-13", "EAN-13"), ("ean13", "EAN-13"), ("data matrix", "Data Matrix")])
    func aKindOfCodeIsFoundByItsName(_ typed: String, title: String) throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(MakeScreen())
        let opened = stack.changeTop(MakeScreen.self) { screen in
            screen.form.focus(on: "kind")
            return []
        }
        #expect(opened.isEmpty)
        // The first letter opens the list.
        for character in typed { _ = stack.handle(.character(character), context: Samples.context) }
        #expect(stack.asks("Code"))
        _ = stack.handle(.enter, context: Samples.context)
        _ = stack.changeTop(MakeScreen.self) { screen in
            #expect(screen.fields.kind.title == title)
            return []
        }
    }

    @Test func aContentIsFoundWithoutItsHyphen() throws {
        var stack = ScreenStack(scanner: ScannerScreen())
        stack.push(MakeScreen())
        _ = stack.changeTop(MakeScreen.self) { screen in
            screen.form.focus(on: "content")
            return []
        }
        _ = stack.handle(.enter, context: Samples.context)
        _ = stack.paste("wifi")
        _ = stack.handle(.enter, context: Samples.context)
        _ = stack.changeTop(MakeScreen.self) { screen in
            #expect(screen.fields.form?.id == "wifi")
            return []
        }
    }

    @Test func aScansBytesAreTakenAsTheyAre() throws {
        let request = MakeRequest(.bytes([0, 255, 13]), kind: "data-matrix")
        let screen = MakeScreen(request)
        #expect(screen.request == request)
        #expect(screen.fields.form == nil)
    }

    @Test func pathsAreLeftToWhoMakesTheCode() throws {
        var screen = try chosen(form: "bytes")
        typing("/tmp/a.bin", in: &screen)
        #expect(screen.request?.file == "/tmp/a.bin")
        let effects = screen.type(.tab, isBound: false)
        #expect(effects == [.file(.complete(path: "/tmp/a.bin"))])
    }

    // MARK: - The drawing

    private func context(of request: MakeRequest, terminal: TerminalTraits = TerminalTraits()) throws -> RenderContext {
        let kind = try #require(SymbolKind.named(request.kind))
        let made = try SymbolEncoder().make(request.source, as: kind, request.options)
        var context = RenderContext()
        context.model.picture.painter = PreviewPainter(on: terminal)
        let modules = CodeModules(
            width: made.image.width, height: made.image.height, isLinear: kind.layout == .bars,
            isDark: made.image.isDark)
        context.model.making = MadePreview(request, modules: modules, facts: ["a fact"], readBack: .yes)
        return context
    }

    /// Whether the halves of cells of `canvas` show a code's modules somewhere, square and exact, in whole cells a module.
    private func shows(_ image: SymbolImage, in canvas: Canvas) -> Bool {
        func isDark(_ x: Int, _ half: Int) -> Bool {
            let cell = canvas[x, half / 2]
            let isInk = cell.character == "▀" && half % 2 == 0
            return (isInk ? cell.style.foreground : cell.style.background) == .rgb(0, 0, 0)
        }
        for scale in 1...3 where image.width * scale <= canvas.width && image.height * scale <= 2 * canvas.height {
            let (width, height) = (image.width * scale, image.height * scale)
            for top in 0...2 * canvas.height - height {
                for left in 0...canvas.width - width
                where (0..<height).allSatisfy({ y in
                    (0..<width).allSatisfy { isDark(left + $0, top + y) == image.isDark($0 / scale, y / scale) }
                }) {
                    return true
                }
            }
        }
        return false
    }

    @Test(arguments: [(80, 24, "qr-code"), (80, 24, "data-matrix"), (80, 24, "aztec"), (120, 40, "han-xin")])
    func theCodeIsExactBesideTheForm(columns: Int, rows: Int, kind: String) throws {
        let request = MakeRequest(.text("https://example.org"), kind: kind, form: "url", values: ["url": "example.org"])
        let context = try context(of: request)
        var canvas = Canvas(width: columns, height: rows)
        let screen = MakeScreen(request)
        try #require(screen.request != nil)
        screen.render(into: &canvas, context: context)
        let made = try SymbolEncoder().make(request.source, as: try #require(SymbolKind.named(kind)))
        #expect(shows(made.image, in: canvas))
        #expect(canvas.text.contains("Reads back: yes"))
        #expect(canvas.text.contains("a fact"))
    }

    @Test func barsThatAreTooWideLieBelowTheForm() throws {
        let request = MakeRequest(
            .text("4006381333931"), kind: "ean-13", form: "text", values: ["text": "4006381333931"])
        var canvas = Canvas(width: 80, height: 24)
        let context = try context(of: request)
        MakeScreen(request).render(into: &canvas, context: context)
        let bars = (0..<80).map { canvas[$0, 17].character }
        #expect(bars.contains("▌") && bars.contains("▐"))
        #expect(canvas.text.contains("Reads back: yes"))
    }

    @Test func aCodeWithoutRoomSaysHowMuchItNeeds() throws {
        let request = MakeRequest(.text(String(repeating: "x", count: 900)), kind: "qr-code")
        var canvas = Canvas(width: 80, height: 24)
        MakeScreen(request).render(into: &canvas, context: try context(of: request))
        #expect(canvas.text.contains("The code needs 109×55 cells"))
    }

    @Test func whereThereArePixelsModulesAreTheirs() throws {
        var terminal = TerminalTraits()
        terminal.pictures = [.sixel]
        terminal.cellPixels = CellPixels(width: 8, height: 16)
        let request = MakeRequest(.text(String(repeating: "x", count: 300)), kind: "qr-code")
        var canvas = Canvas(width: 80, height: 24)
        MakeScreen(request).render(into: &canvas, context: try context(of: request, terminal: terminal))
        let picture = try #require(canvas.picture)
        #expect(picture.way == .sixel && picture.luma.contains(0))
    }
}
