@testable import Services
import Testing

@Suite struct DroppedPathsTests {
    private static let files: Set<String> = [
        "/home/ada/a.png", "/home/ada/two words.png", "/home/ada/it's.png", "/home/ada/50%.png", "/home/ada/größe.jpg",
    ]

    private func paths(_ text: String) -> [String] { DroppedPaths.paths(in: text) { Self.files.contains($0) } }

    @Test(arguments: [
        "/home/ada/two words.png", "  /home/ada/two words.png\n", "'/home/ada/two words.png'",
        "\"/home/ada/two words.png\" ",
        "/home/ada/two\\ words.png", "file:///home/ada/two%20words.png\r\n",
        "file://localhost/home/ada/two%20words.png",
    ])
    func oneFileHoweverItIsWritten(text: String) { #expect(paths(text) == ["/home/ada/two words.png"]) }

    @Test func severalFiles() {
        let both = ["/home/ada/a.png", "/home/ada/it's.png"]
        #expect(paths("/home/ada/a.png\n/home/ada/it's.png") == both)
        #expect(paths("'/home/ada/a.png' '/home/ada/it'\\''s.png'") == both)
        #expect(paths("file:///home/ada/a.png\nfile:///home/ada/it's.png") == both)
        #expect(paths("/home/ada/50%.png") == ["/home/ada/50%.png"])
        #expect(paths("file:///home/ada/gr%C3%B6%C3%9Fe.jpg") == ["/home/ada/größe.jpg"])
    }

    @Test(arguments: [
        "", "  \n ", "hello", "/home/ada/a.png and more", "file://host/home/ada/a.png", "file:///home/ada/a.png%00",
        "'", "\\", "\"/home/ada/a.png", "file:///%zz", "file://",
    ])
    func whatNamesNoFileIsNone(text: String) {
        // An open quote is closed at the end of the line, as a shell would ask for.
        #expect(paths(text).isEmpty || paths(text) == ["/home/ada/a.png"] && text.hasPrefix("\""))
    }

    @Test func aLongTextIsNoList() {
        #expect(paths(String(repeating: "/home/ada/a.png\n", count: 1001)).isEmpty)
        #expect(paths(String(repeating: " ", count: 300 << 10) + "/home/ada/a.png").isEmpty)
    }
}
