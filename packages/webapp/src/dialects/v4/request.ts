import { IncomingMessage } from 'node:http'
import isFreshV0 from 'fresh-v0'
import parseRangeV1 from 'range-parser-v1'
import { deprecate } from '../../errors/deprecation.ts'
import type { Req } from '../../http/exchange.ts'
import { lateTypeIsV1 } from '../../http/late-packages.ts'
import { derive } from '../../members/derive.ts'
import { withLength } from '../../members/expose.ts'
import { createConditions } from '../../request/conditions.ts'
import { createNegotiation } from '../../request/negotiate.ts'
import { hostOf, withoutPort } from '../../request/network.ts'
import { request as v5 } from '../v5/request.ts'
import { readAcceptV1 } from './accept.ts'
import { lookUp, type ParamRequest } from './param.ts'
import { queryMember } from './query.ts'

const negotiation = createNegotiation(() => readAcceptV1, lateTypeIsV1)

/** The prototype of 4.x requests. */
export const request = derive(
  IncomingMessage.prototype,
  v5,
  negotiation,
  {
    acceptsEncoding: renamed('acceptsEncoding', negotiation.acceptsEncodings),
    acceptsCharset: renamed('acceptsCharset', negotiation.acceptsCharsets),
    acceptsLanguage: renamed('acceptsLanguage', negotiation.acceptsLanguages),
  },
  createConditions(isFreshV0, parseRangeV1),
  queryMember,
  {
    param: withLength(
      2,
      function param(this: ParamRequest, ...args: [name: string, value?: unknown]) {
        const [name, fallback] = args
        const shown = args.length === 1 ? 'name' : 'name, default'
        deprecate(`req.param(${shown}): Use req.params, req.body, or req.query instead`)
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
