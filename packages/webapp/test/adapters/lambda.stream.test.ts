import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  balancerEvent,
  functionUrlEvent,
  httpEvent,
  restEvent,
} from '../../../../tools/lambda/events.ts'
import { awslambda, Output } from '../../../../tools/lambda/runtime.ts'
import { lambda } from '../../src/lambda.ts'
import { describeDialects } from '../support/dialects.ts'

const events = {
  'a REST API': restEvent,
  'an HTTP API': httpEvent,
  'a function URL': functionUrlEvent,
}

const place = globalThis as { awslambda?: unknown }

beforeAll(() => {
  place.awslambda = awslambda
})
afterAll(() => {
  Reflect.deleteProperty(place, 'awslambda')
})

/** The event of a GET request for a path, without a query. */
function asking(path: string, method = 'GET'): object {
  const http = { ...functionUrlEvent.requestContext.http, method }
  const requestContext = { ...functionUrlEvent.requestContext, http }
  return { ...functionUrlEvent, rawPath: path, rawQueryString: '', requestContext }
}

async function ask(app: Parameters<typeof lambda>[0], event: object): Promise<Output> {
  const output = new Output()
  await lambda(app, { stream: true })(event, output, {})
  await expect.poll(() => output.isComplete).toBe(true)
  return output
}

describeDialects('lambda(app, { stream: true })', ['5.x', '4.x', '3.x'], (t) => {
  it.each(Object.entries(events))('sends head and body for %s', async (kind, event) => {
    t.app.get('/pets/:id', (req, res) => {
      res.cookie('a', '1')
      res.cookie('b', '2')
      res.set('X-One', '1').status(201).send(`pet ${req.params.id}`)
    })
    const { head, body } = await ask(t.app, event)
    const cookies = ['a=1; Path=/', 'b=2; Path=/']
    expect([head?.statusCode, `${body}`]).toEqual([201, 'pet 7'])
    if (kind === 'a REST API') {
      expect(head?.multiValueHeaders).toMatchObject({ 'x-one': ['1'], 'set-cookie': cookies })
    } else {
      expect(head?.headers).toMatchObject({ 'x-one': '1' })
      expect(head?.cookies).toEqual(cookies)
    }
    const names = Object.keys(head?.headers ?? head?.multiValueHeaders ?? {})
    expect(names.filter((name) => /connection|transfer-encoding/.test(name))).toEqual([])
  })

  it('sends the head and the first chunk before the handler ends', async () => {
    let rest: ServerResponse | undefined
    t.app.get('/', (_req, res) => {
      rest = res
      res.write('first ')
    })
    const output = new Output()
    const done = lambda(t.app, { stream: true })(asking('/'), output, {})
    await expect.poll(() => `${output.body}`).toBe('first ')
    expect([output.head?.statusCode, output.isComplete]).toEqual([200, false])
    rest?.end('second')
    await done
    await expect.poll(() => output.isComplete).toBe(true)
    expect(`${output.body}`).toBe('first second')
  })

  it('sends bytes as they are', async () => {
    const bytes = Buffer.from([0, 0xff, 0xd8, 0, 0, 0, 0, 0, 0, 0, 0, 1])
    t.app.get('/', (_req, res) => res.type('png').send(bytes))
    expect((await ask(t.app, asking('/'))).body).toEqual(bytes)
  })

  it.each([
    ['HEAD', 200],
    ['DELETE', 204],
    ['POST', 302],
  ])('sends the head of a response without a body: %s', async (method, status) => {
    t.app.get('/', (_req, res) => res.send('text'))
    t.app.delete('/', (_req, res) => res.status(204).end())
    t.app.post('/', (_req, res) => res.status(302).set('Location', '/there').end())
    const { head, body } = await ask(t.app, asking('/', method))
    expect([head?.statusCode, body.length]).toEqual([status, 0])
    if (status === 302) expect(head?.headers).toMatchObject({ location: '/there' })
  })

  it('has event and context on the request', async () => {
    const context = { awsRequestId: 'r-9' }
    const event = asking('/')
    const seen: unknown[] = []
    t.app.get('/', (req, res) => {
      seen.push(req.lambda?.event, req.lambda?.context)
      res.end()
    })
    await lambda(t.app, { stream: true })(event, new Output(), context)
    expect(seen[0]).toBe(event)
    expect(seen[1]).toBe(context)
  })

  it('handles errors as over a socket', async () => {
    t.app.set('env', 'test')
    t.app.get('/', () => {
      throw Object.assign(new Error('no'), { status: 418 })
    })
    expect((await ask(t.app, asking('/'))).head?.statusCode).toBe(418)
    expect((await ask(t.app, asking('/none'))).head?.statusCode).toBe(404)
  })
})

describe('lambda(listener, { stream: true })', () => {
  it('is marked as a streaming handler for the runtime', () => {
    expect(lambda(() => {}, { stream: true })).toHaveProperty('isStreaming', true)
    expect(lambda(() => {})).not.toHaveProperty('isStreaming')
  })

  it('makes the application wait while the client does not read', async () => {
    const size = 64 * 1024
    let written = 0
    const handler = lambda(
      (_req, res) => {
        const write = () => {
          while (written < 64) {
            written++
            if (!res.write(Buffer.alloc(size))) return void res.once('drain', write)
          }
          res.end()
        }
        write()
      },
      { stream: true },
    )
    const output = new Output({ highWaterMark: size, isRead: false })
    const done = handler(functionUrlEvent, output)
    await once(output, 'readable')
    expect(written).toBeLessThan(16)
    let received = 0
    output.on('data', (chunk) => {
      received += chunk.length
    })
    const ended = once(output.resume(), 'end')
    await done
    await ended
    expect(received).toBeGreaterThan(64 * size)
  })

  it('ends the request when the runtime closes the stream', async () => {
    let closed: Promise<unknown> | undefined
    const handler = lambda(
      (_req, res) => {
        closed = once(res, 'close')
        res.write('first')
      },
      { stream: true },
    )
    const output = new Output()
    const done = expect(handler(functionUrlEvent, output)).rejects.toThrow('reset by peer')
    await expect.poll(() => `${output.body}`).toBe('first')
    output.destroy(new Error('reset by peer'))
    await done
    await closed
  })

  it('rejects if the response ends early, so that the runtime reports it', async () => {
    const handler = lambda(
      (_req, res) => {
        res.setHeader('Content-Length', 100)
        res.write('first', () => res.destroy())
      },
      { stream: true },
    )
    const output = new Output()
    const done = handler(functionUrlEvent, output)
    await expect(done).rejects.toThrow('before the response to GET /pets/7')
    expect([output.head?.statusCode, output.writableEnded]).toEqual([200, false])
    const failing = lambda(
      () => {
        throw new Error('Broken')
      },
      { stream: true },
    )
    await expect(failing(functionUrlEvent, new Output())).rejects.toThrow('Broken')
  })

  it('sends 400 for what no client can send', async () => {
    const handler = lambda((_req, res) => res.end(), { stream: true })
    const output = new Output()
    await handler(asking('/', 'get'), output)
    await expect.poll(() => output.isComplete).toBe(true)
    expect(output.head).toEqual({ statusCode: 400, headers: {} })
  })

  it('refuses load balancers before the application has the request', async () => {
    let called = false
    const handler = lambda(
      (_req, res) => {
        called = true
        res.end()
      },
      { stream: true },
    )
    await expect(handler(balancerEvent, new Output())).rejects.toThrow(
      'Load balancers take no streamed responses',
    )
    expect(called).toBe(false)
  })

  it('refuses an event outside of the runtime, and a stream that is no boolean', async () => {
    Reflect.deleteProperty(place, 'awslambda')
    const handler = lambda((_req, res) => res.end(), { stream: true })
    await expect(handler(functionUrlEvent, new Output())).rejects.toThrow(
      'the global awslambda is missing',
    )
    place.awslambda = awslambda
    expect(() => lambda(() => {}, { stream: 'yes' as never })).toThrow(
      "stream must be a boolean, not 'yes'",
    )
  })
})
