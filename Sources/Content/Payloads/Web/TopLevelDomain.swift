import Formats

/// Distinguishes a bare domain from a file name, a version number or a sentence without spaces.
enum TopLevelDomain {
    /// Whether `host` (ASCII form) looks like a domain.
    ///
    /// - Parameter hasPathOrPort: whether a path, query, fragment or port follows. It is hardly anything else then, so any
    ///   word counts as a top-level domain.
    static func isDomain(_ host: String, hasPathOrPort: Bool) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let top = labels.last, let second = labels.dropLast().last else { return false }
        guard labels.allSatisfy({ !$0.hasPrefix("-") && !$0.hasSuffix("-") && !$0.isEmpty }) else { return false }
        if top.hasPrefix("xn--") { return true }
        guard top.utf8.count >= 2, top.utf8.allSatisfy(ASCII.isLetter) else { return false }
        if common.contains(String(top)) { return true }
        let hasLetter = second.utf8.contains(where: ASCII.isLetter)
        if hasPathOrPort || labels.first == "www" { return hasLetter || labels.count > 2 }
        // Two letters are, or may become, a country code (RFC 1591); `12.kg` is a weight.
        return top.utf8.count == 2 && hasLetter
    }

    /// Generic top-level domains that are common in addresses without a scheme. The root zone has a thousand more; many are
    /// words that may follow a full stop, so they count only with a path or `www.`.
    private static let common: Set<String> = [
        "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "name", "pro", "aero", "coop", "museum",
        "jobs", "mobi", "travel", "tel", "cat", "asia", "post", "arpa", "academy", "agency", "app", "art", "bank",
        "bar", "beer", "bike", "blog", "cafe", "camp", "care", "cash", "center", "chat", "church", "city", "click",
        "clinic", "cloud", "club", "coffee", "community", "company", "design", "dev", "digital", "direct", "doctor",
        "earth", "education", "email", "energy", "events", "example", "expert", "express", "family", "farm", "finance",
        "fit", "foundation", "fun", "games", "garden", "gallery", "global", "gmbh", "group", "guide", "guru", "health",
        "host", "hotel", "house", "inc", "ink", "institute", "international", "invalid", "land", "law", "legal",
        "life", "link", "live", "local", "lol", "ltd", "market", "marketing", "media", "menu", "money", "movie",
        "network", "news", "ngo", "ninja", "one", "ong", "online", "page", "park", "party", "pharmacy", "photo",
        "photography", "photos", "pizza", "place", "plus", "press", "pub", "radio", "recipes", "rent", "rentals",
        "report", "restaurant", "reviews", "rocks", "run", "sale", "school", "science", "security", "services", "shop",
        "shopping", "show", "site", "social", "software", "solutions", "space", "store", "studio", "style", "support",
        "systems", "team", "tech", "technology", "tips", "today", "tools", "top", "tours", "town", "toys", "training",
        "tube", "university", "vet", "video", "vin", "vip", "watch", "web", "website", "wedding", "wien", "wiki",
        "win", "wine", "work", "works", "world", "wtf", "xxx", "xyz", "yoga", "zone", "berlin", "hamburg", "koeln",
        "cologne", "bayern", "london", "paris", "nyc", "tokyo", "amsterdam", "brussels", "swiss", "eus", "gal", "bzh",
    ]
}
