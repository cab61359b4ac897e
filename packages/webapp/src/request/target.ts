import { reportStray } from '../errors/callback-errors.ts'
import type { Req } from '../http/exchange.ts'
import { type LegacyUrl, toLegacyUrl } from '../http/legacy-url.ts'
import { targetOf } from '../http/target.ts'
import { kQueryParser, type QueryParser } from '../members/dialect-members.ts'
import { settingsOf } from '../members/settings.ts'

interface QueryRequest extends Req {
  readonly [kQueryParser]?: QueryParser
}

const kParsedUrl = Symbol('webapp.parsed-url')

interface ParsedRequest extends Req {
  [kParsedUrl]?: LegacyUrl | null | undefined
}

/** `req.query`, `req.path` and `req._parsedUrl`. */
export const target = {
  get query(): unknown {
    const req = this as unknown as QueryRequest
    const parse =
      req[kQueryParser] ?? (settingsOf(req.app)['query parser fn'] as QueryParser | undefined)
    if (!parse) return Object.create(null)
    const query = parse(targetOf(req).query)
    reportStray(query, req)
    return query
  },

  /** `null` for a target without a path, such as `http://@`, as in `url.parse`. */
  get path(): string | null {
    return targetOf(this as unknown as Req).pathname ?? null
  },

  /** Undocumented, but packages read and write it: Express caches its parsed URL there. */
  get _parsedUrl(): LegacyUrl | undefined {
    const req = this as unknown as ParsedRequest
    const { url, [kParsedUrl]: known } = req
    if (url === undefined || known?._raw === url) return known ?? undefined
    const parsed = toLegacyUrl(url)
    req[kParsedUrl] = parsed
    return parsed
  },

  set _parsedUrl(value: LegacyUrl | null | undefined) {
    const req = this as unknown as ParsedRequest
    req[kParsedUrl] = value
  },
}
