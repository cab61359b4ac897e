import { IncomingMessage } from 'node:http'
import isFresh from 'fresh'
import parseRange from 'range-parser'
import { derive } from '../../members/derive.ts'
import { streamMembers } from '../../node/index.ts'
import { createConditions } from '../../request/conditions.ts'
import { header } from '../../request/headers.ts'
import { createNegotiation } from '../../request/negotiate.ts'
import { network } from '../../request/network.ts'
import { signal } from '../../request/signal.ts'
import { target } from '../../request/target.ts'
import { lateAccepts, lateTypeIs } from '../../runtime/late-packages.ts'

export const request = derive(
  IncomingMessage.prototype,
  { header, get: header },
  createNegotiation(lateAccepts, lateTypeIs),
  createConditions(isFresh, parseRange),
  target,
  network,
  signal,
  streamMembers,
)
