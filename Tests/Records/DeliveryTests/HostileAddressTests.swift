import SeededRandomness
import Testing

@testable import Delivery

/// Addresses of destinations as settings may have them: a destination or one line, and no crash.
@Suite struct HostileAddressTests {
    private static let pieces = [
        "://", ":", "/", "//", "host", "user:pass@", "@", "[::1]", "[", "]", ":9999999999", ":65536", ":0", ":-1",
        ":99999999999999999999999", ":1883", "/topic", "#", "+", "?", "%", "%zz", " ", "\u{0}", "\n", "é", "漢",
        "/proc/self/mem", String(repeating: "a", count: 300),
    ]

    private func problem(_ address: String, _ change: (inout DestinationSettings) -> Void = { _ in }) -> DeliveryError?
    {
        var settings = DestinationSettings("shop")
        settings.address = address
        change(&settings)
        guard let kind = DestinationKinds.all.first(where: { $0.schemes.contains(settings.scheme) }) else { return nil }
        do throws(DeliveryError) {
            _ = try kind.make(settings, DeliveryOrigin("o"))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["0", "65536", "9999999999", "9223372036854775807"]) func aPortIsOneOfTheNetwork(port: String) {
        #expect(problem("mqtt://host:\(port)/topic")?.description.contains("port") == true)
    }

    @Test func noiseIsTakenOrRefusedInALine() {
        var noise = SplitMix(state: 61)
        let schemes = DestinationKinds.all.flatMap(\.schemes)
        for _ in 0..<3000 {
            let address =
                (schemes.randomElement(using: &noise) ?? "") + ":"
                + (0..<Int.random(in: 0...6, using: &noise))
                .compactMap { _ in Self.pieces.randomElement(using: &noise) }.joined()
            guard let problem = problem(address) else { continue }
            #expect(!problem.description.isEmpty, "\(address)")
            #expect(!problem.description.contains("pass@"), "\(address)")
        }
    }

    @Test(arguments: [Int.min, -1, 0, 1 << 31, .max]) func extremeSettingsStopNothing(number: Int) {
        for address in ["file:/nowhere/f", "unix:/nowhere/s", "http://127.0.0.1:9/", "mqtt://127.0.0.1/t"] {
            _ = problem(address) { ($0.rotateMegabytes, $0.seconds, $0.tries) = (number, number, number) }
        }
        #expect(problem("file:/nowhere/f") { $0.rotateMegabytes = number } == nil)
    }
}
