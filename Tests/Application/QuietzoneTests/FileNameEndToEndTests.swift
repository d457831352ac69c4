import Encoding
import Files
import Foundation
import Testing

/// Names that are not UTF-8, and truncated pictures, from the command line.
@Suite struct FileNameEndToEndTests {
    private let program: Program
    /// `café` in Latin-1.
    private let odd = FileName.text(of: [0x63, 0x61, 0x66, 0xE9])

    init() throws { program = try Program() }

    @Test func aNameThatIsNoUTF8IsRead() async throws {
        let path = try program.picture("\(odd).png", "odd")
        let plain = try program.picture("plain.png", "plain")
        #expect(try await program.run(["read", path]).output == "odd\n")
        let two = try await program.run(["read", path, plain])
        #expect(two.bytes == path.fileNameBytes + Array(": odd\n\(plain): plain\n".utf8))
        let json = try await program.run(["read", "--json", path])
        let bytes = Data(path.fileNameBytes).base64EncodedString()
        #expect(json.output.contains(#"/caf�.png","pathBytes":"\#(bytes)","symbology""#))
        #expect(try await !program.run(["read", "--json", plain]).output.contains("pathBytes"))
        let missing = try await program.run(["read", path + "x"])
        #expect(missing.status == 2)
        #expect(missing.errors.contains("/caf�.pngx cannot be read (No such file"))
    }

    @Test func foldersHistoriesAndExportsMayHaveSuchNames() async throws {
        _ = try program.picture("\(odd)/\(odd).png", "odd")
        _ = try program.picture("\(odd)/plain.png", "plain")
        let folder = program.folder.path + "/\(odd)"
        let homes = ["XDG_DATA_HOME": folder + "/d", "XDG_STATE_HOME": folder + "/s", "XDG_CONFIG_HOME": folder + "/c"]
        let watched = try await program.run(["watch", "--keep", "--source", folder], extra: homes)
        #expect(watched.status == 0)
        #expect(watched.output == "odd\nplain\n")
        #expect(watched.errors.isEmpty)
        #expect(Folder.contains(folder + "/d/quietzone/history.sqlite"))
        let listed = try await program.run(["history", "list", "--json"], extra: homes)
        let bytes = Data("\(folder)/\(odd).png".fileNameBytes).base64EncodedString()
        #expect(listed.status == 0)
        #expect(listed.output.contains(#""sourceBytes":"\#(bytes)""#))
        let export = try await program.run(["history", "export", "-o", "\(odd).csv"], extra: homes)
        #expect(export.status == 0)
        #expect(Folder.contains("\(folder).csv"))
        let again = try await program.run(["history", "export", "-o", "\(odd).csv"], extra: homes)
        #expect(again.status == 2)
        #expect(again.errors.contains("caf�.csv already exists"))
        #expect(
            try await program.run(["config", "check"], extra: homes).output.contains("/caf�/c/quietzone/config.toml"))
    }

    @Test func namesThatOnlyDifferInSpellingAnAccentAreTwoPictures() async throws {
        _ = try program.picture("f/e\u{301}.png", "same")
        _ = try program.picture("f/\u{E9}.png", "same")
        let result = try await program.run(["watch", "--source", program.folder.path + "/f"])
        #expect(result.output == "same\nsame\n")
    }

    @Test func whatIsLeftOfACutPictureIsReadAndTheCutIsReported() async throws {
        let image = try SymbolEncoder.encode("above the cut", as: .qrCode).pixels(scale: 3)
        // The symbol at the top, noise of twice its height below.
        let noise = (0..<image.luma.count * 2).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 7 &+ $0 / 3) }
        let pgm = Array("P5 \(image.width) \(image.height * 3) 255\n".utf8) + image.luma + noise
        let cut = try program.file("cut.pgm", Array(pgm.dropLast(noise.count / 2)))
        let read = try await program.run(["read", cut])
        #expect(read.status == 0)
        #expect(read.output == "above the cut\n")
        #expect(read.errors == "quietzone: \(cut) is cut short: only the intact part was read\n")
        let watch = try await program.run(["watch", "--source", cut])
        #expect(watch.status == 0)
        #expect(watch.output == read.output)
        #expect(watch.errors == read.errors)
        let stream = try await program.run(["read", "-"], input: Array(pgm.dropLast(noise.count / 2)))
        #expect(stream.status == 0)
        #expect(stream.output == read.output)
        #expect(stream.errors.contains("input is cut short"))
        let lost = try program.file("lost.pgm", Array(pgm.prefix(image.luma.count / 3)))
        for command in [["read", lost], ["watch", "--source", lost]] {
            let result = try await program.run(command)
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
            #expect(
                result.errors == "quietzone: \(lost) is cut short, and nothing was found in the intact part: "
                    + "save the picture again\n")
        }
    }
}
