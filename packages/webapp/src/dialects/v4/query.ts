import { reportStray } from '../../errors/callback-errors.ts'
import type { Handler, Req } from '../../http/exchange.ts'
import { completeOptions } from '../../http/nested/options.ts'
import { parseNested } from '../../http/nested/parse.ts'
import { targetOf } from '../../http/target.ts'
import { kQueryParser, type QueryParser } from '../../members/dialect-members.ts'

const kParser = Symbol('webapp.query.parser')
const kText = Symbol('webapp.query.text')
const kQuery = Symbol('webapp.query')

interface QueryRequest extends Req {
  [kParser]?: QueryParser
  [kText]?: string | null
  [kQuery]?: unknown
  readonly [kQueryParser]?: QueryParser
}

/**
 * The first layer of every 4.x application: it stores the query string and its parser. A setting
 * that is not a function holds the options of the extended parser.
 */
export function createQueryLayer(setting: unknown): Handler {
  const parse = toParser(setting)
  return function query(req: QueryRequest, _res, next) {
    if (req[kParser] === undefined) {
      req[kParser] = parse
      req[kText] = targetOf(req).query
    }
    next()
  }
}

/** `webapp.query(options)`: middleware that parses the query if `req.query` is not set yet. */
export function createQueryMiddleware(options?: object | QueryParser): Handler {
  const parse = toParser(options)
  return (req, _res, next) => {
    const message = req as { query?: unknown }
    if (!message.query) message.query = parse(targetOf(req).query)
    next()
  }
}

function toParser(given: unknown): QueryParser {
  if (typeof given === 'function') return given as QueryParser
  const settings = { allowPrototypes: true, ...(given as object | undefined) }
  return (text) => parseNested(text, completeOptions(settings))
}

/**
 * `req.query` of 4.x can be assigned. It is parsed on first access and stored under a symbol, so
 * that a parent application of another dialect does not see it.
 */
export const queryMember = {
  get query(): unknown {
    const req = this as unknown as QueryRequest
    // In an application of another dialect, no query layer has stored a parser.
    const parse = req[kParser] ?? req[kQueryParser]
    if (req[kQuery] === undefined && parse !== undefined) {
      req[kQuery] = parse(req[kText] === undefined ? targetOf(req).query : req[kText])
      reportStray(req[kQuery], req)
    }
    return req[kQuery]
  },

  set query(value: unknown) {
    const req = this as unknown as QueryRequest
    req[kQuery] = value
  },
}
