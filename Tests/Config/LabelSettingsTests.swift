import Testing

@testable import Config

/// Sheets of labels of the user's own.
@Suite struct LabelSettingsTests {
    @Test func sheetsAreReadByTheirNames() throws {
        let (settings, problems) = Settings.read(
            """
            [label.shelf]
            page = "Letter"
            columns = 3
            rows = 10
            label = "66.7x25.4"
            left = 4.8
            top = 12.7
            gutter-x = 3.1
            [label.one]
            label = "50x20"
            """)
        #expect(problems.isEmpty)
        #expect(settings.labels.map(\.name) == ["one", "shelf"])
        let (one, shelf) = (settings.labels[0], settings.labels[1])
        #expect((one.page, one.columns, one.rows, one.left) == ("A4", 1, 1, nil))
        #expect((shelf.page, shelf.columns, shelf.rows, shelf.label) == ("Letter", 3, 10, "66.7x25.4"))
        #expect((shelf.left, shelf.top, shelf.gutterX, shelf.gutterY) == (4.8, 12.7, 3.1, 0))
    }

    @Test(arguments: [
        "label = 3", "[label]\nshelf = 3", "[label.x]\ncolumns = 3", "[label.x]\nlabel = \"50x20\"\nrows = 0",
        "[label.x]\nlabel = \"50x20\"\nleft = -1", "[label.x]\nlabel = \"50x20\"\ncolour = \"red\"",
    ])
    func whatIsWrongIsTold(text: String) {
        let (settings, problems) = Settings.read(text)
        #expect(settings.labels.isEmpty)
        #expect(problems.count == 1)
    }
}
