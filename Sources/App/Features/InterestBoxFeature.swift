import Screens
import Surface

/// The interest box: the scanner's screen keeps it, and only what is inside is read.
extension Feature {
    static let interestBox = Feature(
        "Interest box",
        [
            FeatureCommand(
                onScreen: .toggleBox, .on([.scanner]), [.character("b")], label: "box",
                "Read only inside the interest box, or everywhere"),
            FeatureCommand(onScreen: .boxUp, .on([.scanner]), [.character("w"), .shiftUp], "Move the box up"),
            FeatureCommand(onScreen: .boxDown, .on([.scanner]), [.character("s"), .shiftDown], "Move the box down"),
            FeatureCommand(onScreen: .boxLeft, .on([.scanner]), [.character("a"), .shiftLeft], "Move the box left"),
            FeatureCommand(onScreen: .boxRight, .on([.scanner]), [.character("d"), .shiftRight], "Move the box right"),
            FeatureCommand(onScreen: .boxNarrower, .on([.scanner]), [.character("A")], "Make the box narrower"),
            FeatureCommand(onScreen: .boxWider, .on([.scanner]), [.character("D")], "Make the box wider"),
            FeatureCommand(onScreen: .boxShorter, .on([.scanner]), [.character("W")], "Make the box lower in height"),
            FeatureCommand(onScreen: .boxTaller, .on([.scanner]), [.character("S")], "Make the box higher"),
            FeatureCommand(
                onScreen: .boxReset, .on([.scanner]), [.character("r")], "Put the box back where it was at first"),
        ])
}
