import Encoding
import Frames
import Screens
import Surface
import Testing

@Suite struct InvitationTests {
    private func model(hasCode: Bool = true) throws -> AppModel {
        var model = AppModel()
        model.source.title = "Phone (192.168.1.5)"
        let address = "https://192.168.100.105:41234/abcdefghijklmnopqrst_-"
        var invitation = Invitation(
            SourceInvitation(address: address, fingerprint: (0..<32).map { $0 * 8 + 7 }))
        let image = try SymbolEncoder.encode(address, as: .qrCode)
        if hasCode {
            invitation.modules = CodeModules(width: image.width, height: image.height, isDark: image.isDark)
        }
        model.source.invitation = invitation
        return model
    }

    private func draw(_ model: AppModel, _ width: Int, _ height: Int) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        ScreenStack(scanner: ScannerScreen()).render(into: &canvas, context: Samples.context(model))
        return canvas
    }

    @Test(arguments: [(80, 24), (120, 40), (60, 50), (40, 12)])
    func aPhoneIsInvited(width: Int, height: Int) throws {
        try expectGolden("scanner-phone-\(width)x\(height)", draw(model(), width, height))
    }

    @Test func untilTheCodeIsMadeTheAddressIsShown() throws {
        #expect(draw(try model(hasCode: false), 100, 30).text.contains("https://192.168.100.105:41234/"))
    }

    @Test func thePictureTakesItsPlace() throws {
        var model = try model()
        if let frame = Samples.frame() { model.picture.show(frame) }
        #expect(draw(model, 120, 40).text.contains("fingerprint"), "an old picture does not hide it")
        model.source.invitation = nil
        #expect(!draw(model, 120, 40).text.contains("fingerprint"))
    }
}
