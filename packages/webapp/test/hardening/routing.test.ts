import { describe, expect, it } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

const site = new URL('./routing.site.ts', import.meta.url)
// What is 20 times as long as it may usually be takes 400 times as long where ways are tried out.
const flags = ['--max-http-header-size=1000000']

describeHosts('Routing', { site, flags }, (t) => {
  /** Routes a path that no socket would let through. */
  async function route(path: string): Promise<number[]> {
    return statusesIn(await t.raw(lastRequest('/', `X-Url: ${path}\r\n`)))
  }

  describe('B1 two parameters in a segment (CVE-2024-45296, CVE-2024-52798)', () => {
    it('answer 404 to the published input', async () => {
      expect((await t.request(`/ab/a${'-a'.repeat(7000)}/a`)).status).toBe(404)
    })

    const paths: [string, (size: number) => string][] = [
      ['dashes', (size) => `/ab/a${'-a'.repeat(size)}/a`],
      ['dashes alone', (size) => `/ab/${'-'.repeat(size)}/a`],
      ['dots', (size) => `/dots/${'.'.repeat(size)}/a`],
      ['dots and letters', (size) => `/dots/a${'.a'.repeat(size)}/`.concat('a')],
    ]
    it.each(byTurns(paths, 0))('cost what their length says: %s', async (_what, path) => {
      await t.expectSteadyCost(20_000, async (size) => {
        expect(await route(path(size))).toEqual([404])
      })
    })
  })

  describe('B2 many parameters in a segment', () => {
    it('answer 404 to the published input', async () => {
      expect((await t.request(`/abc/${'-'.repeat(3000)}/a`)).status).toBe(404)
    })

    const paths: [string, (size: number) => string][] = [
      ['dashes', (size) => `/abc/${'-'.repeat(size)}/a`],
      ['dashes and letters', (size) => `/abc/a${'-a'.repeat(size)}/a`],
      ['wildcards', (size) => `/many/${'x/'.repeat(size)}`],
      ['slashes', (size) => `/many${'/'.repeat(size)}`],
      ['the own expression of a program', (size) => `/own/${'a1'.repeat(size)}/1x`],
    ]
    it.each(byTurns(paths, 1))('cost what their length says: %s', async (_what, path) => {
      await t.expectSteadyCost(20_000, async (size) => {
        expect(await route(path(size))).toEqual([404])
      })
    })
  })

  if (t.dialect === '3.x') {
    describe('B2 many parameters in a segment', () => {
      it.each([
        ['four', (size: number) => `/four/${'-'.repeat(size)}/a`],
        ['stars', (size: number) => `/stars/${'ab'.repeat(size / 2)}`],
        ['lists', (size: number) => `/lists${'/'.repeat(size)}`],
        ['nested groups', (size: number) => `/nested${'a'.repeat(size)}b`],
      ])('of patterns that only 3.x has cost what their length says: %s', async (_what, path) => {
        await t.expectSteadyCost(10_000, (size) => route(path(size)))
      })
    })
  }

  // 3.x searches the list again after each of 20,000 routes, which takes minutes on a busy machine.
  describe('B5 long chains of handlers and deep nesting', { timeout: 600_000 }, () => {
    it.each([
      ['/handlers', 'end'],
      ['/uses', 'end'],
      ['/routes', 'end'],
      ['/others/x', 'end'],
      ['/deep', 'deep'],
    ])('%s comes to its end', async (path, text) => {
      const answer = await t.request(path)
      expect([answer.status, answer.text]).toEqual([200, text])
    })

    it('an error passes 20,000 handlers that do not take it', async () => {
      const answer = await t.request('/errors')
      expect([answer.status, answer.headers['x-told']]).toEqual([500, 'error'])
    })

    it('do not keep others waiting for ever', async () => {
      const long = Array.from({ length: 5 }, () => t.request('/handlers'))
      expect((await t.request('/')).status).toBe(200)
      for (const answer of await Promise.all(long)) expect(answer.text).toBe('end')
    })
  })

  describe('B7 parameter names and values', () => {
    it('may be those of Object.prototype', async () => {
      expect((await t.request('/proto/x')).status).toBe(200)
      const answer = await t.request('/names/1/2/3')
      expect(answer.json()).toEqual({ isBare: t.dialect === '5.x', values: ['1', '2', '3'] })
      expect((await t.request('/callback/1')).json()).toEqual(['valueOf'])
    })

    it.each(['__proto__', 'constructor', 'prototype', '%5f%5fproto%5f%5f'])(
      'carry %s as a value',
      async (value) => {
        expect((await t.request(`/value/${value}`)).json()).toEqual([decodeURIComponent(value)])
      },
    )

    // 3.x merges none.
    if (t.dialect !== '3.x') {
      it('merge through 1000 levels', async () => {
        const answer = await t.request(`/merged${'/x'.repeat(1000)}/end`)
        expect([answer.status, answer.json()]).toEqual([200, 20])
      })
    }
  })

  describe('B9 misuse of next', () => {
    it("'route' ends nothing outside of a route; 3.x takes it for an error", async () => {
      const { status } = await t.request('/next/route')
      expect(status).toBe(t.per({ '5.x': 200, '4.x': 200, '3.x': 500 }))
    })

    it.each(['/twice', '/late', '/error-after', '/plain'])(
      'one answer, and each later layer runs at most once more: %s',
      async (path) => {
        const bytes = await t.raw(lastRequest(`/next${path}`))
        expect(statusesIn(bytes)).toEqual([200])
        await new Promise((resolve) => setTimeout(resolve, 40))
        expect((await t.request('/next/runs')).json()).toBeLessThanOrEqual(2)
      },
    )
  })
})
