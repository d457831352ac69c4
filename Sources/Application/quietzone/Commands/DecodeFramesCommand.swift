import ArgumentParser
import Sandbox

/// What the program starts itself as to read frames; not for users.
struct DecodeFramesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DecoderChild.argument, abstract: "Read frames for another process.", shouldDisplay: false)

    func run() { DecoderChild.main() }
}

/// What the program starts itself as to make codes that its library may die of; not for users.
struct MakeModulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: MakingChild.argument, abstract: "Make codes for another process.", shouldDisplay: false)

    func run() { MakingChild.main() }
}

/// What the program starts itself as to parse pictures; not for users.
struct ParsePicturesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: PictureChild.argument, abstract: "Parse pictures for another process.", shouldDisplay: false)

    func run() { PictureChild.main() }
}
