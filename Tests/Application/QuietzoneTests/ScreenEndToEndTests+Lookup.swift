import Foundation
import LoopbackServers
import Testing

/// Products are looked up from the screen, and nothing is sent before a yes.
extension ScreenEndToEndTests {
    @Test func aProductIsLookedUpAfterAYesAndFoundByItsName() async throws {
        let answer =
            #"{"product":{"product_name":"Marker","brands":"Edding"},"result":{"id":"product_found"},"status":"success"}"#
        let server = try AnswerServer { _ in .json(answer) }
        let settings = "[provider.open-food-facts]\naddress = \"\(server.address)\"\n"
        _ = try program.file("config/quietzone/config.toml", Array(settings.utf8))
        let picture = try program.picture("product.png", "4006381333931", as: .ean13)
        let pane = try await scanner("--source \(picture)")
        defer { pane.end() }
        try await pane.wait(for: "History 1 ")
        try await pane.press("o", until: "Who should be asked about 4006381333931?")
        try await pane.press("Enter", until: "gets the number of each product")
        #expect(server.requests.isEmpty)
        try await pane.answer("Ask Open Food Facts about products?", "n")
        try await pane.press("o", until: "Who should be asked about 4006381333931?")
        try await pane.press("Enter")
        try await pane.answer("Ask Open Food Facts about products?", "y")
        try await pane.wait(for: "Edding Marker")
        #expect(server.requests.count == 1)
        try await pane.send("/edding mark", until: "History 1 with “edding mark”")
        try await pane.press("Enter", "Enter", until: "open-food-facts, ODbL 1.0")
        try await pane.press("q", until: "History 1 ")
        try await quit(pane)
        let kept = try program.text("config/quietzone/config.toml")
        #expect(kept.contains("[lookup]") && kept.contains("open-food-facts"))
    }
}
