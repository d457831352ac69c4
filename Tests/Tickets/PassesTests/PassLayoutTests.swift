import Formats
import Testing

@testable import Passes

/// Layouts that a pass asks for, the events of a pass for several, and colours.
@Suite struct PassLayoutTests {
    @Test func layoutsAndEventsAreCompared() throws {
        func problems(_ style: String, _ more: [(String, JSONValue)]) -> [String] {
            let sections: JSONValue = style == "boardingPass" ? ["transitType": "PKTransitTypeAir"] : [:]
            return PassSamples.package(PassSamples.json(style, sections, more)).problems.map {
                "\($0.kind) \($0.place)"
            }
        }
        let scheme = "preferredStyleSchemes"
        #expect(problems("eventTicket", [(scheme, ["nonsense"])]) == ["wrongValue preferredStyleSchemes[0]"])
        #expect(problems("eventTicket", [(scheme, "posterEventTicket")]) == ["wrongType preferredStyleSchemes"])
        #expect(
            problems("boardingPass", [(scheme, ["semanticBoardingPass", "eventTicket"])])
                == ["wrongValue preferredStyleSchemes[1]"])
        // A poster has tags of its own, those of its kind of event among them.
        let tags: [JSONValue.Member] = ["eventName", "venueName", "venueRegionName", "venueRoom"].map { .init($0, "x") }
        let poster: (String, JSONValue) = (scheme, ["posterEventTicket", "eventTicket"])
        #expect(problems("eventTicket", [poster]) == ["posterIncomplete semantics"])
        #expect(problems("eventTicket", [poster, ("semantics", .object(tags))]) == [])
        for type in ["Sports", "LivePerformance"] {
            let ofType = tags + [.init("eventType", .string("PKEventType\(type)"))]
            #expect(
                problems("eventTicket", [poster, ("semantics", .object(ofType))]) == ["posterIncomplete semantics"])
        }
        let upcoming = "upcomingPassInformation"
        #expect(problems("eventTicket", [(upcoming, "nonsense")]) == ["wrongType upcomingPassInformation"])
        #expect(
            problems("eventTicket", [(upcoming, [["type": "film", "identifier": "1", "name": ""]])])
                == ["wrongValue upcomingPassInformation[0].type", "wrongValue upcomingPassInformation[0].name"])
        #expect(
            problems("eventTicket", [(upcoming, [["type": "event", "name": "x"]])])
                == ["keyMissing upcomingPassInformation[0].identifier"])
    }

    @Test(arguments: [
        "rgb(1 2, 3, 4)", "rgb(1, 2, 3 4)", "rgb(, 2, 3)", "rgb(1, 2)", "rgb(+1, 2, 3)", "rgb(1, 2, 3, 4)",
    ])
    func aColourHasThreeNumbers(_ text: String) {
        #expect(PassColour(text) == nil)
        #expect(PassColour("rgb( 1 ,2,  3)") != nil)
    }
}
