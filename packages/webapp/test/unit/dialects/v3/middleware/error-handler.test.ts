import { describe, expect, it, vi } from 'vitest'
import { errorHandler } from '../../../../../src/dialects/v3/middleware/error-handler.ts'
import { serve, setUpServers } from './chain.ts'

setUpServers()

const failWith =
  (error: unknown) => (_req: unknown, _res: unknown, next: (error: unknown) => void) =>
    next(error)

async function ask(error: unknown, accept = 'text/plain', options: object = { log: false }) {
  const { request } = await serve(failWith(error), errorHandler(options) as never)
  return request('/', { headers: { accept } })
}

function errorWith(properties: object = {}): Error {
  const error = new Error('boom <x>')
  error.stack = 'Error: boom <x>\n    at <a> (x.js:1)'
  return Object.assign(error, properties)
}

describe('errorHandler()', () => {
  it('shows a page with escaped message and stack', async () => {
    const answer = await ask(errorWith({ status: 418 }), 'text/html')
    expect(answer.status).toBe(418)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.text).toContain('<title>Error: boom &lt;x&gt;</title>')
    expect(answer.text).toContain('<h2><em>418</em> Error: boom &lt;x&gt;</h2>')
    expect(answer.text).toContain('<li> &nbsp; &nbsp;at &lt;a&gt; (x.js:1)</li>')
  })

  it('answers in JSON with the properties of the error', async () => {
    const answer = await ask(errorWith({ extra: 1 }), 'application/json')
    const { stack } = errorWith()
    expect(answer.json()).toEqual({ error: { message: 'boom <x>', stack, extra: 1 } })
  })

  it('answers in JSON with what an object has that is no error', async () => {
    const answer = await ask({ some: 'object' }, 'application/json')
    expect(answer.json()).toEqual({ error: { some: 'object' } })
  })

  it('answers in text, also to those who accept none of these', async () => {
    for (const accept of ['text/plain', 'image/png']) {
      const answer = await ask(errorWith(), accept)
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(answer.text).toBe(errorWith().stack)
    }
  })

  it('survives whatever was thrown', async () => {
    const circular: Record<string, unknown> = errorWith() as never
    circular.self = circular
    const hostile = {
      get status(): number {
        throw new Error('no')
      },
    }
    for (const error of [
      'text',
      1,
      { a: 1 },
      circular,
      Object.create(null),
      hostile,
      { status: 1000n },
    ]) {
      for (const accept of ['text/html', 'application/json', 'text/plain']) {
        expect((await ask(error, accept)).status).toBe(500)
      }
    }
    expect((await ask('text', 'application/json')).json()).toEqual({ error: { message: 'text' } })
    expect((await ask({ a: 1 })).text).toBe('{ a: 1 }')
  })

  it.each([
    [{ status: 404 }, 404],
    [{ statusCode: 403 }, 403],
    [{ status: 200 }, 500],
    [{ status: 999 }, 500],
    [{ status: '404' }, 500],
    [{}, 500],
  ])('answers an error with %j with %i', async (properties, status) => {
    expect((await ask(errorWith(properties))).status).toBe(status)
  })

  it('keeps an error status of the response, and drops what was said of another body', async () => {
    const { request } = await serve(
      (_req, res, next) => {
        res.statusCode = 403
        res.setHeader('Content-Encoding', 'gzip')
        res.setHeader('Content-Length', '3')
        next(errorWith())
      },
      errorHandler({ log: false }) as never,
    )
    const answer = await request('/', { headers: { accept: 'text/plain' } })
    expect(answer.status).toBe(403)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.text).toBe(errorWith().stack)
  })

  it.each([
    [416, 'bytes */9'],
    [412, undefined],
  ])('with the status %i, has the Content-Range %s', async (status, range) => {
    const { request } = await serve(
      (_req, res, next) => {
        res.setHeader('Content-Range', 'bytes */9')
        next(errorWith({ status }))
      },
      errorHandler({ log: false }) as never,
    )
    expect((await request()).headers['content-range']).toBe(range)
  })

  it('cuts the connection when the head is out', async () => {
    const { request } = await serve(
      (_req, res, next) => {
        res.write('part')
        next(errorWith())
      },
      errorHandler({ log: false }) as never,
    )
    await expect(request()).rejects.toThrow()
  })

  it('shows another title', async () => {
    const { title } = errorHandler
    errorHandler.title = 'Mine <>'
    try {
      expect((await ask('x', 'text/html')).text).toContain('<h1>Mine &lt;&gt;</h1>')
    } finally {
      errorHandler.title = title
    }
  })

  it('logs to a function', async () => {
    const log = vi.fn()
    const error = errorWith()
    await ask(error, 'text/plain', { log })
    await expect.poll(() => log).toHaveBeenCalledOnce()
    expect(log.mock.calls[0]?.slice(0, 2)).toEqual([error, error.stack])
    expect(() => errorHandler({ log: 'yes' as never })).toThrow(
      'option log must be function or boolean',
    )
  })
})
