import ArgumentParser

/// Whether the frames around scans are recorded.
struct RecordingOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Record the frames around each scan in a video (.y4m), up to 256 MB. `--source FILE` replays it.",
            valueName: "FILE"),
        completion: .file())
    var record: String?
}
