import { IncomingMessage } from 'node:http'
import { deprecate } from '../../errors/deprecation.ts'
import type { Req } from '../../http/exchange.ts'
import { derive } from '../../members/derive.ts'
import { withLength } from '../../members/expose.ts'
import { streamMembers } from '../../node/index.ts'
import { createConditions } from '../../request/conditions.ts'
import { header } from '../../request/headers.ts'
import { createNegotiation } from '../../request/negotiate.ts'
import { hostOf, network, withoutPort } from '../../request/network.ts'
import { signal } from '../../request/signal.ts'
import { target } from '../../request/target.ts'
import { readAccept } from './accept.ts'
import { isFresh } from './fresh.ts'
import { lookUp, type ParamRequest } from './param.ts'
import { queryMember } from './query.ts'
import { readRange } from './range.ts'
import { typeIs } from './type-is.ts'

const negotiation = createNegotiation(
  () => readAccept,
  () => typeIs,
)

export const request = derive(
  IncomingMessage.prototype,
  { header, get: header },
  negotiation,
  createConditions(isFresh, readRange),
  target,
  network,
  signal,
  streamMembers,
  {
    acceptsEncoding: renamed('acceptsEncoding', negotiation.acceptsEncodings),
    acceptsCharset: renamed('acceptsCharset', negotiation.acceptsCharsets),
    acceptsLanguage: renamed('acceptsLanguage', negotiation.acceptsLanguages),
  },
  queryMember,
  {
    param: withLength(
      2,
      function param(this: ParamRequest, ...args: [name: string, value?: unknown]) {
        const [name, fallback] = args
        const shown = args.length === 1 ? 'name' : 'name, default'
        deprecate(
          `req.param(${shown}): Use req.params, req.body, or req.query instead`,
          'req.param',
        )
        return lookUp(this, name, fallback)
      },
    ),

    get hostname(): string | undefined {
      return withoutPort(hostOf(this as unknown as Req))
    },

    get host(): string | undefined {
      deprecate('req.host: Use req.hostname instead')
      return (this as unknown as Req).hostname
    },
  },
)

type Member = (this: Req, ...args: string[]) => unknown

function renamed(name: string, member: Member): Member {
  return function (...args) {
    deprecate(`req.${name}: Use ${name}s instead`)
    return member.apply(this, args)
  }
}
