import { describe, expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { bodyIn, headerIn, lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

const site = new URL('./weaknesses.site.ts', import.meta.url)
const folder = createFolder({
  'page.txt': 'a page',
  'large.bin': Buffer.alloc(200_000),
  'dir/index.html': 'index',
})

// What the originals still have, and the hazards of the trade. Those that other files of this folder
// hold are not repeated: forwarded protocols and addresses (F4), deep nesting and long chains (B5),
// statuses (E8), JSON `__proto__` (C6), OPTIONS * and `//` (A4, A5), zip bombs (C10), ranges (D6).
describeHosts('Weaknesses of the originals', { site, folder }, (t) => {
  describe('W1 redirects to addresses of the program', () => {
    it('a backslash is kept; strict redirects refuse it (E2)', async () => {
      const bytes = await t.raw(lastRequest('/redirect/backslash'))
      expect(headerIn(bytes, 'location')).toBe('/\\evil.com')
    })

    it('nothing is no address: the text undefined, an error in 3.x', async () => {
      const bytes = await t.raw(lastRequest('/redirect/nothing'))
      const location = t.per({ '5.x': 'undefined', '4.x': 'undefined', '3.x': undefined })
      expect(headerIn(bytes, 'location')).toBe(location)
      expect(statusesIn(bytes)).toEqual([location === undefined ? 500 : 302])
    })
  })

  describe('W2 two Host headers', () => {
    it('the first one counts, as in Node', async () => {
      const bytes = await t.raw(lastRequest('/host', 'Host: evil.com\r\n'))
      expect(statusesIn(bytes)).toEqual([200])
      expect(JSON.parse(bodyIn(bytes))).toEqual(['ex.com', 'ex.com'])
    })
  })

  describe('W3 rejected promises', () => {
    it.each(['error', 'none'])('of a handler are 500: %s', async (reason) => {
      expect((await t.request(`/rejected/${reason}`)).status).toBe(500)
    })
  })

  describe('W4 headers set before an error', () => {
    it('ETag and Set-Cookie stay, what describes the body does not', async () => {
      const bytes = await t.raw(lastRequest('/stale'))
      expect(statusesIn(bytes)).toEqual([500])
      expect(headerIn(bytes, 'set-cookie')).toBe('a=b; Path=/')
      expect(headerIn(bytes, 'content-encoding')).toBeUndefined()
    })
  })

  describe('W5 view names from a request', () => {
    it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'nowhere', '..%2fx', '%00'])(
      '%s is no view: an error, also when views are cached',
      async (name) => {
        for (let asked = 0; asked < 2; asked++) {
          const answer = await t.request(`/render/${name}`)
          expect(answer.status).toBe(500)
          expect(answer.text).toMatch(/Failed to lookup view|null bytes/)
        }
      },
    )

    it('a view is rendered each time', async () => {
      for (let asked = 0; asked < 2; asked++) {
        expect((await t.request('/render/page')).text).toContain('page.txt')
      }
    })
  })

  describe('W6 an invalid status in a response from a callback', () => {
    const files = t.dialect === '3.x' ? [] : ['/file', '/large']

    it.each([
      '/static/page.txt',
      '/static/large.bin',
      '/static/dir/',
      '/render',
      '/later',
      ...files,
    ])('%s is 500, and nobody waits', async (path) => {
      for (const status of ['1000', '99', '100', '103', 'NaN', 'abc']) {
        for (let asked = 0; asked < 2; asked++) {
          const seen = statusesIn(await t.raw(lastRequest(`/status/${status}${path}`)))
          expect([status, seen]).toEqual([status, [500]])
        }
      }
    })
  })

  describe('W7 responses sent twice', () => {
    it.each(['send', 'end', 'write', 'pipe', 'render'])(
      'by %s: the first one is whole, and nothing reaches the process',
      async (way) => {
        const bytes = await t.raw(lastRequest(`/twice/${way}`))
        expect(statusesIn(bytes)).toEqual([200])
        expect(bodyIn(bytes)).toBe('first')
      },
    )
  })

  describe('W8 key floods', () => {
    it('cost what their number says', async () => {
      await t.expectSteadyCost(20_000, async (size) => {
        const keys = Array.from({ length: size }, (_, at) => `"k${at * 65_536}":1`).join()
        const answer = await t.request('/hash', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: `{${keys}}`,
        })
        expect(answer.json()).toBe(size)
      })
    })
  })
})
