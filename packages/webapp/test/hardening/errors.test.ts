import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { bodyIn, headerIn, lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

const site = new URL('./errors.site.ts', import.meta.url)

describeHosts('Errors', { site }, (t) => {
  const get = (path: string) => t.raw(lastRequest(path)).catch((error: Error) => error.message)

  describe('G1 all kinds of handler errors', () => {
    const ways = [
      ...['throw', 'async', 'late', 'next-text', 'next-error', 'next-later'],
      ...['reject-null', 'reject-undefined', 'reject-zero'],
      ...['string', 'number', 'symbol', 'bigint', 'function', 'null-prototype', 'frozen'].flatMap(
        (thing) => [`throw-${thing}`, `reject-${thing}`, `next-${thing}`],
      ),
      ...['throwing-getters', 'throwing-inspection', 'proxy', 'cyclic'].flatMap((thing) => [
        `throw-${thing}`,
        `reject-${thing}`,
        `next-${thing}`,
      ]),
    ]

    it.each(ways)('%s is 500', async (way) => {
      expect(statusesIn(await get(`/development/fail/${way}`))).toEqual([500])
      expect(statusesIn(await get(`/production/fail/${way}`))).toEqual([500])
    })

    it.each(['throw', 'async', 'late', 'reject-null', 'reject-undefined', 'next-text'])(
      '%s reaches the error handler',
      async (way) => {
        const answer = await t.request(`/told/fail/${way}`)
        expect([answer.status, answer.headers['x-told']]).toEqual([500, 'error'])
      },
    )

    it('a promise that is kept is no error where rejections are not caught', async () => {
      expect((await t.request('/original/caught')).text).toBe('caught')
    })
  })

  describe('G2 errors after the head was sent', () => {
    it.each(['write', 'async', 'flush', 'pipe', 'render', 'render-callback'])(
      '%s: the connection is cut, and the log has one entry',
      async (way) => {
        let bytes = ''
        const logged = await t.loggedBy(async () => {
          bytes = await get(`/development/head/${way}`)
        })
        expect(statusesIn(bytes).filter((status) => status !== 200)).toEqual([])
        expect(bytes).not.toMatch(/0\r\n\r\n$/) // It must not look complete.
        expect(logged).toHaveLength(1)
      },
    )
  })

  describe('G3 errors after the response ended', () => {
    it.each(['send', 'async', 'twice', 'json', 'redirect', 'next'])(
      '%s: the answer is whole, and the log has one entry',
      async (way) => {
        let bytes = ''
        const logged = await t.loggedBy(async () => {
          bytes = await get(`/development/end/${way}`)
        })
        expect(statusesIn(bytes)).toEqual([200])
        expect(bodyIn(bytes)).toBe('whole')
        expect(logged).toHaveLength(1)
      },
    )
  })

  describe('G4 error handlers that fail', () => {
    it.each(['throws', 'rejects'])('one that %s hands on to the next one', async (way) => {
      const answer = await t.request(`/handlers/${way}`)
      expect(answer.status).toBe(500)
      expect(answer.json()).toMatchObject({ message: 'from the handler' })
    })

    it('one that calls next() goes on with the next handler', async () => {
      const answer = await t.request('/handlers/recovers')
      expect([answer.status, answer.text]).toEqual([200, 'recovered'])
    })

    it('a function of three parameters is none', async () => {
      expect((await t.request('/handlers/narrow')).json()).toMatchObject({ message: 'from within' })
    })

    it('after the last one the page is sent', async () => {
      expect((await t.request('/handlers/last')).status).toBe(500)
    })
  })

  describe('G6 the error page', () => {
    it.each(['99', '200', '302', '399', '600', 'text', 'digits', 'nan', 'infinite'])(
      'a status of %s is 500',
      async (name) => {
        expect(statusesIn(await get(`/production/page/${name}`))).toEqual([500])
      },
    )

    it.each([
      ['418', 418],
      ['503', 503],
      ['fraction', 404],
    ])('a status of %s is %i', async (name, status) => {
      expect(statusesIn(await get(`/production/page/${name}`))).toEqual([status])
    })

    it.each([
      'bad-headers',
      'wide-headers',
      'bad-name',
      'undefined-header',
      'header-list',
      'headers-text',
      'framing-headers',
    ])('headers of the error that cannot be sent are left out: %s', async (name) => {
      for (const method of ['GET', 'HEAD']) {
        const bytes = await t.raw(lastRequest(`/production/page/${name}`, '', method))
        expect([method, statusesIn(bytes)]).toEqual([method, [503]])
        expect(bytes).not.toMatch(/^x-evil/im)
      }
      // A body that is still on its way: the page waits for it, and is sent out of an event.
      const head = `POST /production/page/${name} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n`
      const socket = connect(t.port, '127.0.0.1')
      socket.write(`${head}Content-Length: 2\r\n\r\n{`)
      await wait(20)
      socket.write('}')
      const [bytes] = await once(socket, 'data')
      expect(String(bytes)).toMatch(/^HTTP\/1\.1 503 /)
      socket.destroy()
    })

    it('shows the stack in development only, and escaped', async () => {
      const development = await get('/development/page/418')
      const production = await get('/production/page/418')
      expect(bodyIn(development)).toContain('&lt;script&gt;')
      expect(bodyIn(development)).toMatch(/errors\.site/)
      expect(development + production).not.toContain('<script>')
      expect(bodyIn(production)).not.toMatch(/errors\.site|alert/)
    })

    it('has its own headers, and none of the answer that failed', async () => {
      const bytes = await get('/production/stale')
      expect(statusesIn(bytes)).toEqual([500])
      expect(bytes).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/)
      for (const name of ['content-encoding', 'content-range', 'content-language']) {
        expect([name, headerIn(bytes, name)]).toEqual([name, undefined])
      }
      expect(Number(headerIn(bytes, 'content-length'))).toBe(bodyIn(bytes).length)
      expect(headerIn(bytes, 'content-type')).toBe('text/html; charset=utf-8')
      expect(headerIn(bytes, 'x-content-type-options')).toBe('nosniff')
      expect(headerIn(bytes, 'content-security-policy')).toBe("default-src 'none'")
    })

    it('replaces a reason that cannot be sent', async () => {
      const bytes = await get('/production/reason')
      expect([statusesIn(bytes), /^x-evil/im.test(bytes)]).toEqual([[500], false])
    })

    it.each(['/<script>', '/%3Cscript%3E', '/\'"><img src=x>', '/%00', '/\u00ff', '/?<script>'])(
      'of a path that leads nowhere is escaped: %s',
      async (path) => {
        const bytes = await t.raw(Buffer.from(lastRequest(path.replace(/ /g, '+')), 'latin1'))
        expect(bytes).not.toMatch(/<script>|<img/)
      },
    )
  })

  describe('G7 late events after a client disconnected', () => {
    it.each(['writes', 'send', 'next', 'pipe', 'reject'])(
      '%s: none reaches the process',
      async (way) => {
        for (const leave of ['destroy', 'resetAndDestroy'] as const) {
          const sockets = await Promise.all(
            Array.from({ length: 10 }, async () => {
              const socket = connect(t.port, '127.0.0.1')
              socket.on('error', () => {})
              await once(socket, 'connect')
              socket.write(`GET /stray/${way} HTTP/1.1\r\nHost: a\r\n\r\n`)
              return socket
            }),
          )
          await wait(20)
          for (const socket of sockets) socket[leave]()
          await wait(200)
        }
      },
    )

    it('a body that is cut off reaches no process either', async () => {
      for (let run = 0; run < 10; run++) {
        const socket = connect(t.port, '127.0.0.1')
        socket.on('error', () => {})
        await once(socket, 'connect')
        socket.write('POST /stray/body HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nhalf')
        await wait(5)
        socket.resetAndDestroy()
      }
      await wait(50)
    })
  })
})
