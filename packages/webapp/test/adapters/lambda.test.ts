import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  balancerEvent,
  balancerListEvent,
  functionUrlEvent,
  httpEvent,
  restEvent,
} from '../../../../tools/lambda/events.ts'
import { lambda } from '../../src/lambda.ts'
import { describeDialects } from '../support/dialects.ts'

const events = {
  'a REST API': restEvent,
  'an HTTP API': httpEvent,
  'a function URL': functionUrlEvent,
  'a load balancer': balancerEvent,
  'a load balancer with lists': balancerListEvent,
}

/** The same event with another method, path and body, in the place where its kind has them. */
function asking(event: object, method: string, path: string, more: object = {}): object {
  const { requestContext = {} } = event as { requestContext?: object }
  if (!('http' in requestContext)) return { ...event, httpMethod: method, path, ...more }
  const http = { ...(requestContext.http as object), method }
  const stage = 'stage' in requestContext && requestContext.stage === 'prod' ? '/prod' : ''
  const context = { requestContext: { ...requestContext, http } }
  return { ...event, ...context, rawPath: stage + path, rawQueryString: '', ...more }
}

describeDialects('lambda(app)', ['5.x', '4.x', '3.x'], (t) => {
  describe.each(Object.entries(events))('for %s', (kind, event) => {
    const isBalancer = kind.includes('balancer')

    it('gives the application the request of the event', async () => {
      t.app.get('/pets/:id', (req, res) => {
        const { id } = req.params
        res.json([req.method, req.path, id, req.get('accept'), req.get('x-many')])
      })
      const { statusCode, body } = await lambda(t.app)(event, {})
      const many = kind === 'a load balancer' ? 'two' : expect.stringMatching(/^one, ?two$/)
      const expected = ['GET', '/pets/7', '7', 'application/json', many]
      expect([statusCode, JSON.parse(body)]).toEqual([200, expected])
    })

    it('gives it the query, decoded once', async () => {
      t.app.get('/pets/7', (req, res) => res.json(req.query))
      const { body } = await lambda(t.app)(event, {})
      const tag = kind === 'a load balancer' ? 'b c' : ['a', 'b c']
      const q = kind === 'a REST API' ? 'é&=' : 'é'
      expect(JSON.parse(body)).toEqual({ tag, q })
    })

    it('knows the client, the host and the protocol', async () => {
      t.app.get('/pets/7', (req, res) => res.json([req.ip, req.protocol, req.get('host')]))
      const { body } = await lambda(t.app)(event, {})
      const protocol = kind === 'a load balancer with lists' ? 'http' : 'https'
      const host = expect.stringContaining('.amazonaws.com')
      expect(JSON.parse(body)).toEqual(['203.0.113.7', protocol, host])
    })

    it('has event and context on the request', async () => {
      const context = { awsRequestId: 'r-9' }
      const seen: unknown[] = []
      t.app.get('/pets/7', (req, res) => {
        seen.push(req.lambda?.event, req.lambda?.context)
        res.end()
      })
      await lambda(t.app)(event, context)
      expect(seen[0]).toBe(event)
      expect(seen[1]).toBe(context)
    })

    it('reads bodies of text and of base64', async () => {
      t.app.use(t.webapp.json() as never)
      t.app.post('/echo', (req, res) => res.json([req.body, req.get('content-length')]))
      const handler = lambda(t.app)
      const json = '{"a":"é"}'
      const type = { 'content-type': 'application/json', 'content-length': '999' }
      const lists = { 'content-type': ['application/json'] }
      const headers =
        'multiValueHeaders' in event ? { multiValueHeaders: lists } : { headers: type }
      const expected = [{ a: 'é' }, '10']
      const asText = asking(event, 'POST', '/echo', { ...headers, body: json })
      expect(JSON.parse((await handler(asText)).body)).toEqual(expected)
      const base64 = { body: Buffer.from(json).toString('base64'), isBase64Encoded: true }
      const asBase64 = asking(event, 'POST', '/echo', { ...headers, ...base64 })
      expect(JSON.parse((await handler(asBase64)).body)).toEqual(expected)
    })

    it('gives status, headers and cookies as the platform wants them', async () => {
      t.app.get('/pets/7', (_req, res) => {
        res.cookie('a', '1')
        res.cookie('b', '2')
        res.set('X-One', '1').status(201).send('text')
      })
      const result = await lambda(t.app)(event, {})
      expect([result.statusCode, result.body, result.isBase64Encoded]).toEqual([201, 'text', false])
      expect(result.statusDescription).toBe(isBalancer ? '201 Created' : undefined)
      const cookies = ['a=1; Path=/', 'b=2; Path=/']
      if ('multiValueHeaders' in event) {
        expect(result.headers).toBeUndefined()
        expect(result.multiValueHeaders).toMatchObject({ 'x-one': ['1'], 'set-cookie': cookies })
      } else if (isBalancer) {
        const [first, second] = cookies
        expect(result.headers).toMatchObject({ 'x-one': '1', 'set-cookie': first })
        expect(result.headers?.['Set-cookie']).toBe(second)
      } else {
        expect(result.headers).toMatchObject({ 'x-one': '1' })
        expect(result.headers).not.toHaveProperty('set-cookie')
        expect(result.cookies).toEqual(cookies)
      }
      const names = Object.keys(result.headers ?? result.multiValueHeaders ?? {})
      expect(names.filter((name) => /connection|transfer-encoding/.test(name))).toEqual([])
    })

    it('sends bytes and codings as base64', async () => {
      const bytes = Buffer.from([0xff, 0xd8, 0xff])
      const packed = gzipSync('text')
      t.app.get('/image', (_req, res) => res.type('png').send(bytes))
      t.app.get('/packed', (_req, res) => {
        res.set('Content-Encoding', 'gzip').type('text/plain').end(packed)
      })
      const handler = lambda(t.app)
      for (const [path, body] of [
        ['/image', bytes],
        ['/packed', packed],
      ] as const) {
        const result = await handler(asking(event, 'GET', path))
        expect(result.isBase64Encoded).toBe(true)
        expect(Buffer.from(result.body, 'base64')).toEqual(body)
      }
    })

    it('answers HEAD and errors', async () => {
      t.app.set('env', 'test')
      t.app.get('/pets/7', (_req, res) => res.send('text'))
      const handler = lambda(t.app)
      const head = await handler(asking(event, 'HEAD', '/pets/7'))
      expect([head.statusCode, head.body]).toEqual([200, ''])
      expect((await handler(asking(event, 'GET', '/none'))).statusCode).toBe(404)
    })
  })

  it.each(Object.entries(events))(
    'answers 400 to what no client can send, for %s',
    async (kind, event) => {
      t.app.get('/a', (_req, res) => res.send('a'))
      const handler = lambda(t.app)
      for (const wrong of [asking(event, 'get', '/a'), asking(event, 'GET', '/a\ud800')]) {
        const { statusCode, statusDescription } = await handler(wrong, {})
        expect(statusCode).toBe(400)
        expect(statusDescription).toBe(kind.includes('balancer') ? '400 Bad Request' : undefined)
      }
    },
  )

  it('gives each of many events at once its own context', async () => {
    t.app.get('/a', (req, res) => setImmediate(() => res.send(String(req.lambda?.context))))
    const handler = lambda(t.app)
    const contexts = ['1', '2', '3', '4']
    const results = contexts.map((context) => handler(asking(httpEvent, 'GET', '/a'), context))
    expect((await Promise.all(results)).map(({ body }) => body)).toEqual(contexts)
  })

  it('reads the cookies of version 2', async () => {
    t.app.get('/pets/7', (req, res) => res.send(req.headers.cookie))
    expect((await lambda(t.app)(httpEvent)).body).toBe('a=1; b=2')
  })
})

describeDialects('the paths of lambda(app)', ['5.x'], (t) => {
  const pathOf = async (event: object, basePath?: string) => {
    t.app.use((req, res) => res.send(req.originalUrl))
    return (await lambda(t.app, { basePath })(event)).body
  }
  const at = (rawPath: string, context: object) => ({
    ...httpEvent,
    rawPath,
    rawQueryString: '',
    requestContext: { ...httpEvent.requestContext, ...context },
  })

  it.each([
    ['/prod/pets', {}, '/pets'],
    ['/prod', {}, '/'],
    ['/production/pets', {}, '/production/pets'],
    ['/prod/pets', { domainName: 'api.example.test' }, '/prod/pets'],
    ['/prod/pets', { stage: '$default' }, '/prod/pets'],
  ])(
    'begin with the stage at the address of the platform: %s %o',
    async (path, context, expected) => {
      expect(await pathOf(at(path, context))).toBe(expected)
    },
  )

  it.each([
    ['/shop', '/shop/pets', '/pets'],
    ['shop/', '/shop', '/'],
    ['/shop', '/shopping', '/shopping'],
    ['/', '/shop', '/shop'],
    ['/a/b', '/a/b/c', '/c'],
  ])('lose the base path %s: %s', async (basePath, path, expected) => {
    const event = { ...restEvent, path, multiValueQueryStringParameters: null }
    expect(await pathOf({ ...event, queryStringParameters: null }, basePath)).toBe(expected)
  })

  it('are escaped where the platform decodes them', async () => {
    const event = { httpMethod: 'GET', path: '/a b/é', requestContext: {} }
    expect(await pathOf(event)).toBe('/a%20b/%C3%A9')
  })

  it('do not run into the query, which comes apart', async () => {
    const event = { httpMethod: 'GET', path: '/a?b=c#d', requestContext: {} }
    expect(await pathOf(event)).toBe('/a%3Fb=c%23d')
    const asked = { ...event, queryStringParameters: { e: 'f' } }
    expect(await pathOf(asked)).toBe('/a%3Fb=c%23d?e=f')
    expect(await pathOf({ ...at('/a?b', {}), rawQueryString: 'c' })).toBe('/a%3Fb?c')
  })
})

describe('lambda(listener, options)', () => {
  it('takes a listener or a server', async () => {
    const handler = lambda((req, res) => res.end(`${req.method} ${req.url}`))
    expect((await handler(functionUrlEvent)).body).toBe('GET /pets/7?tag=a&tag=b%20c&q=%C3%A9')
    const server = createServer((_req, res) => res.end('server'))
    expect((await lambda(server)(restEvent)).body).toBe('server')
  })

  it.each([
    ['text/html; charset=utf-8', 'é', false],
    ['application/problem+json', '{}', false],
    ['image/svg+xml', '<svg/>', false],
    ['application/octet-stream', 'a', true],
    ['text/plain; charset=latin1', Buffer.from([0xe9]), true],
    ['', 'text', false],
    ['', Buffer.from([0xff]), true],
    ['application/pdf', '', false],
  ])('sends %s as text or as bytes', async (type, body, expected) => {
    const handler = lambda((_req, res) => {
      if (type !== '') res.setHeader('Content-Type', type)
      res.end(body)
    })
    const result = await handler(restEvent)
    expect(result.isBase64Encoded).toBe(expected)
    expect(Buffer.from(result.body, expected ? 'base64' : 'utf8')).toEqual(Buffer.from(body))
  })

  it('asks whether a type is binary', async () => {
    const asked: string[] = []
    const isBinary = (type: string) => asked.push(type) > 0
    const handler = lambda(
      (_req, res) => {
        res.setHeader('Content-Type', 'Text/CSV; charset=utf-8')
        res.end('a,b')
      },
      { isBinary },
    )
    expect((await handler(restEvent)).isBase64Encoded).toBe(true)
    expect(asked).toEqual(['text/csv'])
  })

  it('keeps many cookies apart where a header has one value', async () => {
    const cookies = Array.from({ length: 20 }, (_, n) => `c${n}=${n}`)
    const { headers = {} } = await lambda((_req, res) => {
      res.setHeader('Set-Cookie', cookies)
      res.end()
    })(balancerEvent)
    const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() === 'set-cookie')
    expect(sent.map(([, value]) => value)).toEqual(cookies)
  })

  it('refuses more cookies than headers with one value can carry', async () => {
    const handler = (count: number) =>
      lambda((_req, res) => {
        res.setHeader(
          'Set-Cookie',
          Array.from({ length: count }, (_, at) => `c${at}=1`),
        )
        res.end()
      })
    const { headers = {} } = await handler(512)(balancerEvent, {})
    expect(Object.keys(headers).filter((name) => /^set-cookie$/i.test(name))).toHaveLength(512)
    await expect(handler(513)(balancerEvent, {})).rejects.toThrow(/sets 513 cookies.*carry 512/)
    const { multiValueHeaders } = await handler(513)(balancerListEvent, {})
    expect(multiValueHeaders?.['set-cookie']).toHaveLength(513)
  })

  it('takes an event with no more than it needs', async () => {
    const handler = lambda((req, res) => res.end(`${req.url} ${req.headers.host}`))
    const event = { httpMethod: 'GET', path: '', headers: null, multiValueHeaders: null }
    expect((await handler(event)).body).toBe('/ localhost')
  })

  it('believes no address that a client told a load balancer', async () => {
    const handler = lambda((req, res) => res.end(req.socket.remoteAddress))
    const forwarded = (...lines: string[]) => ({
      ...balancerListEvent,
      multiValueHeaders: { ...balancerListEvent.multiValueHeaders, 'x-forwarded-for': lines },
    })
    expect((await handler(forwarded('6.6.6.6', '7.7.7.7, 203.0.113.9'))).body).toBe('203.0.113.9')
    expect((await handler(forwarded('6.6.6.6', '203.0.113.9'))).body).toBe('203.0.113.9')
  })

  it('reads text beyond Latin-1 in headers as a connection brings it', async () => {
    const handler = lambda((req, res) => res.end(`${req.headers['x-a']} ${req.headers.cookie}`))
    const bytes = Buffer.from('日本').toString('latin1')
    const event = { ...httpEvent, headers: { 'x-a': '日本' }, cookies: ['a=日本'] }
    expect((await handler(event)).body).toBe(`${bytes} a=${bytes}`)
    await expect(handler({ ...event, headers: { 'x-a': 'a\r\nb: c' } })).rejects.toThrow('x-a')
  })

  it('is rejected where there is no answer', async () => {
    const handler = lambda((req) => req.socket.destroy())
    await expect(handler(restEvent)).rejects.toThrow('before the response to GET /pets/7')
    const failing = lambda(() => {
      throw new Error('Broken')
    })
    await expect(failing(restEvent)).rejects.toThrow('Broken')
  })

  it('refuses other events', async () => {
    const handler = lambda((_req, res) => res.end())
    for (const event of [undefined, null, {}, { Records: [] }]) {
      await expect(handler(event)).rejects.toThrow(/load balancer, not \{/)
    }
  })

  it('refuses what cannot answer, and wrong options', () => {
    expect(() => lambda({} as never)).toThrow('server of node:http, not {}')
    expect(() => lambda(() => {}, { basePath: 5 as never })).toThrow(
      'basePath must be a string, not 5',
    )
    expect(() => lambda(() => {}, { isBinary: [] as never })).toThrow('must be a function, not []')
  })
})
