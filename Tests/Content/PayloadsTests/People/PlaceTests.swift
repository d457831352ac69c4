import Testing

@testable import Payloads

@Suite struct PlaceTests {
    /// RFC 5870, 6, and Android's additions.
    @Test(arguments: [
        ("geo:13.4125,103.8667", "13.4125, 103.8667"), ("geo:48.2010,16.3695,183", "48.2010, 16.3695"),
        ("geo:48.198634,16.371648;crs=wgs84;u=40", "48.198634, 16.371648"), ("geo:90,-22.43;crs=WGS84", "90, -22.43"),
        ("geo:90,46", "90, 46"), ("geo:22.300,-118.44", "22.300, -118.44"), ("geo:22.3,-118.4400", "22.3, -118.4400"),
        ("geo:66,30;u=6.500;FOo=this%2dthat", "66, 30"), ("geo:48.05,14.58,300?q=Office", "48.05, 14.58 · Office"),
        ("geo:80.33,-32.33", "80.33, -32.33"), ("GEO:-90,180", "-90, 180"), ("geo:0,-180", "0, -180"),
        ("geo:0,0?q=1600+Amphitheatre+Parkway", "1600 Amphitheatre Parkway"),
        ("geo:0,0?q=34.99,-106.61(Treasure)", "34.99, -106.61 · Treasure"), ("geo:47.6,-122.3?z=11", "47.6, -122.3"),
        ("geo:48.1, 14.5", "48.1, 14.5"), ("geo:-0.0,-0.0", "-0.0, -0.0"),
    ])
    func reads(text: String, summary: String) {
        let payload = parse(text)
        #expect(payload.kind == .place)
        #expect(payload.summary == summary)
        #expect(payload.notes.isEmpty)
        #expect(payload.opened.count == 1)
        #expect(payload.handedOver.count == 1)
    }

    @Test func aMapAndTheDesktopsProgramAreOffered() {
        let payload = parse("geo:48.2010,16.3695,183;u=40?q=Office")
        #expect(
            payload.opened == ["https://www.openstreetmap.org/?mlat=48.2010&mlon=16.3695#map=16/48.2010/16.3695"])
        #expect(payload.handedOver == ["geo:48.2010,16.3695?q=Office"])
        #expect(payload.value("altitude") == "183 m")
        #expect(payload.value("uncertainty") == "40 m")
        #expect(payload.json.text.contains(#""latitude":48.201,"longitude":16.3695,"altitude":183,"uncertainty":40"#))
        #expect(parse("geo:0,0?q=a&b").opened == ["https://www.openstreetmap.org/search?query=a"])
    }

    @Test(arguments: [
        ("geo:90.1,0", "latitude", "outside −90 to 90"), ("geo:-91,10", "latitude", "outside −90 to 90"),
        ("geo:0,180.5", "longitude", "outside −180 to 180"), ("geo:10,-181", "longitude", "outside −180 to 180"),
        ("geo:323482,4306480;crs=EPSG:32618", "crs", "not WGS 84: no map is offered"),
        ("geo:999999999999999999,0", "latitude", "outside −90 to 90"),
    ])
    func whatIsNotOnTheEarthIsSaid(text: String, key: String, note: String) {
        let payload = parse(text)
        #expect(payload.kind == .place)
        #expect(payload.note(key) == note)
        #expect(payload.opened.isEmpty)
        #expect(payload.handedOver.isEmpty)
    }

    @Test(arguments: [
        "geo:", "geo:48", "geo:48,", "geo:,14", "geo:a,b", "geo:1e1,2", "geo:+48,14", "geo:48.,14", "geo:.5,14",
        "geo:1,2,3,4",
        "geo:1 2", "geo: logy", "geography", "geo:1,2,", "geo:--1,2", "geo:0x10,2", "geo:48,2010,16,3695", "geo:NaN,1",
    ])
    func leavesWhatIsNoPlace(text: String) {
        #expect(parse(text).kind == .text)
    }
}
