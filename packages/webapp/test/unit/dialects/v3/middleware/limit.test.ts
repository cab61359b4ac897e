import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { json } from '../../../../../src/dialects/v3/middleware/body-parser.ts'
import { limit } from '../../../../../src/dialects/v3/middleware/limit.ts'
import { noticesOf } from '../../../../support/notices.ts'
import { serve, setUpServers, tell } from './chain.ts'

setUpServers()

const post = (body: string) => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json' },
})
const seen = tell((req) => req.body)

describe('limit()', () => {
  it('lets smaller bodies through and answers 413 to larger ones', async () => {
    const { request } = await serve(limit('5b'), json(), seen)
    expect((await request('/', post('[1]'))).json()).toEqual([1])
    const answer = await request('/', post('[1,2,3]'))
    expect(answer.json()).toMatchObject({ status: 413, message: 'Payload Too Large' })
    expect((await request()).status).toBe(200)
  })

  // 3.21.2 cuts the connection.
  it('answers 413 to a larger body that declares no length', async () => {
    const { requestChunked } = await serve(limit('5b'), json(), seen)
    expect(await requestChunked(post('[1]'))).toBe(200)
    expect(await requestChunked(post('[1,2,3]'))).toBe(413)
  })

  it('also when its reader comes late', async () => {
    const wait = (_req: unknown, _res: unknown, next: () => void) => setTimeout(next, 50)
    const { requestChunked } = await serve(limit('5b'), wait, json(), seen)
    expect(await requestChunked(post('[1]'))).toBe(200)
    expect(await requestChunked(post('[1,2,3]'))).toBe(413)
  })

  it('cuts the connection of a reader that does not listen for errors', async () => {
    const readBlindly = (req: IncomingMessage, res: ServerResponse) => {
      req.on('data', () => {})
      req.on('end', () => res.end())
    }
    const { request, requestChunked } = await serve(limit('5b'), readBlindly)
    expect(await requestChunked(post('[1]'))).toBe(200)
    expect(await requestChunked(post('[1,2,3]'))).toBe(0)
    expect((await request()).status).toBe(200)
  })

  it('refuses what is no number of bytes, and gives the notice of the original', async () => {
    expect(() => limit(undefined as never)).toThrow('limit() bytes required')
    for (const size of ['abc', '', -1, Number.NaN]) expect(() => limit(size)).toThrow(TypeError)
    expect(await noticesOf(() => limit(1))).toEqual([
      'limit: Restrict request size at location of read',
    ])
  })
})
