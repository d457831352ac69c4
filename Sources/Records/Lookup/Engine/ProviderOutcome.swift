import Formats
import Web

/// What came of a request.
enum ProviderOutcome: Hashable, Sendable {
    case found([ProviderProduct], etag: String?)
    case missed(etag: String?)
    /// What is stored still holds (304).
    case unchanged
    /// This number cannot be looked up there; the next one may.
    case failed(String)
    /// Too many requests: none for `seconds`, if the provider says how many.
    case limited(seconds: Double?, String)
    /// No network, or no whole answer.
    case unreachable(String)
    /// The provider refuses all requests: a secret is missing or wrong.
    case refused(String)
    /// The provider has an error of its own.
    case serverError(String)
    /// The program ends.
    case stopped

    /// What an answer means.
    init(_ answer: WebAnswer, of provider: ConfiguredProvider, for number: ProductNumber, now: Double) {
        let etag = answer.headers["etag"].flatMap { $0.utf8.count <= 200 ? $0 : nil }
        switch answer.status {
        case 200..<300:
            let type = answer.headers["content-type"]?.lowercased() ?? ""
            guard type.contains("json") else {
                self = .failed("its answer is not JSON but \(type.isEmpty ? "of no type" : String(type.prefix(40)))")
                return
            }
            self = Self.parsed(answer.body, of: provider, for: number, etag: etag)
        case 304: self = .unchanged
        case 404, 410: self = .missed(etag: etag)
        case 401, 403:
            let advice = provider.about.hasLogin ? "check its secret, or log in again" : "check its secret"
            self = .refused("answer \(answer.status): access refused, \(advice)")
        case 429, 503:
            self = .limited(
                seconds: answer.retryAfter(now: now),
                "answer \(answer.status): too many requests")
        case 500...: self = .serverError("answer \(answer.status): server error")
        default: self = .failed("answer \(answer.status)")
        }
    }

    /// What it means that there is no answer.
    init(_ error: WebError) {
        self =
            switch error {
            case .unreachable, .notSent, .noLibrary: .unreachable(error.description)
            case .tooLarge, .elsewhere, .tooManyRedirects: .failed(error.description)
            case .stopped: .stopped
            }
    }

    private static func parsed(
        _ body: [UInt8], of provider: ConfiguredProvider, for number: ProductNumber, etag: String?
    ) -> ProviderOutcome {
        do {
            let products = try provider.provider.products(in: try JSONValue(parsing: body), for: number)
            if products.isEmpty { return .missed(etag: etag) }
            return .found(Array(products.prefix(ProductIndexSchema.maximumHits)), etag: etag)
        } catch let error as JSONError {
            return .failed("its answer is broken JSON: \(error)")
        } catch let error as ProviderFormError {
            return .failed("its answer has an unknown form: \(error.words)")
        } catch {
            return .failed("\(error)")
        }
    }
}
