import { expect, it } from 'vitest'
import { z } from 'zod'
import { client } from '../../src/client.ts'
import { type Api, api, contract, file, form, problemDetails, route } from '../../src/contract.ts'
import { events } from '../../src/sse.ts'
import { describeDialects, factories } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const

const Note = z.object({ id: z.number(), title: z.string() })
const Problem = z.object({ title: z.string() })
const Draft = z.object({ title: z.string() })
const id = z.object({ id: z.coerce.number() })
const Login = z.object({ name: z.string(), roles: z.array(z.string()) })

const TEXT = { body: z.string(), contentType: 'text/plain' } as const

/** A server that shows what it got. */
function createRoutes() {
  return api(
    route(
      'GET',
      '/notes',
      contract({
        query: z.object({ tag: z.array(z.string()).optional(), since: z.coerce.date().optional() }),
        responses: { 200: z.object({ url: z.string() }) },
      }),
      (req, res) => res.json({ url: req.url }),
    ),
    route(
      'GET',
      '/notes/:id',
      contract({ params: id, responses: { 200: Note, 404: Problem } }),
      (req, res) => {
        if (req.params.id === 404) res.status(404).json({ title: 'missing' })
        else res.json({ id: req.params.id, title: 'Tea' })
      },
    ),
    route('POST', '/notes', contract({ body: Draft, responses: { 201: Note } }), (req, res) => {
      res.status(201).json({ id: 1, title: req.body.title })
    }),
    route('DELETE', '/notes/:id', contract({ responses: { 204: {} } }), (_req, res) => {
      res.status(204).end()
    }),
    route('GET', '/files{/v:version}/*path', (req, res) => res.json(req.params)),
    route('GET', '/me', (req, res) => res.json([req.get('x-user'), req.get('x-trace')])),
    route(
      'PUT',
      '/login',
      contract({
        body: Login,
        contentType: 'application/x-www-form-urlencoded',
        responses: { 200: Login },
      }),
      (req, res) => res.json(req.body),
    ),
    route(
      'PUT',
      '/text',
      factories['5.x'].text(),
      contract({ body: z.string(), contentType: 'text/plain', responses: { 200: TEXT } }),
      (req, res) => res.type('text').send(req.body.toUpperCase()),
    ),
    route(
      'PUT',
      '/photos',
      contract({ body: form({ photos: file({ maxCount: 3 }), name: z.string() }) }),
      (req, res) => {
        const sizes = req.body.photos.map(({ size, filename }) => `${filename} ${size}`)
        res.json([req.body.name, ...sizes])
      },
    ),
    route('GET', '/broken', (_req, res) => res.type('json').end('{"cut":')),
    route('GET', '/bytes', (_req, res) => res.end(Buffer.from([1, 2, 3]))),
  )
}

type Routes = ReturnType<typeof createRoutes>

describeDialects('client(url)', dialects, (t) => {
  const start = async (options: Parameters<typeof client>[1] = {}) => {
    t.app.use(t.webapp.json() as never)
    t.app.use(t.webapp.urlencoded({ extended: false }) as never)
    const set: Api = createRoutes()
    t.app.use('/api', set as never)
    t.app.use(problemDetails({ always: true }) as never)
    return client<Routes>(`http://127.0.0.1:${await t.port()}/api/`, options)
  }

  it('fills paths and queries, and returns status, headers and body', async () => {
    const it = await start()
    const found = await it.get('/notes/:id', { params: { id: 7 } })
    expect([found.status, found.body]).toEqual([200, { id: 7, title: 'Tea' }])
    expect(found.headers.get('content-type')).toContain('application/json')
    const missing = await it.get('/notes/:id', { params: { id: 404 } })
    expect([missing.status, missing.body]).toEqual([404, { title: 'missing' }])
    const since = new Date(0)
    const listed = await it.get('/notes', { query: { tag: ['a&b', 'c d'], since } })
    expect(listed.body).toEqual({
      url: '/notes?tag=a%26b&tag=c+d&since=1970-01-01T00%3A00%3A00.000Z',
    })
    expect((await it.get('/notes', { query: { tag: undefined } })).body).toEqual({ url: '/notes' })
    const path = ['a b', 'c/d']
    const files = await it.get('/files{/v:version}/*path', { params: { path } })
    expect(files.body).toEqual({ path })
    const both = await it.get('/files{/v:version}/*path', { params: { version: 'ü', path } })
    expect(both.body).toEqual({ version: 'ü', path })
  })

  it('sends JSON, forms, text and files', async () => {
    const it = await start()
    const added = await it.post('/notes', { body: { title: 'Tea' } })
    expect([added.status, added.body]).toEqual([201, { id: 1, title: 'Tea' }])
    const login = { name: 'Ada Ä', roles: ['a', 'b'] }
    expect((await it.put('/login', { urlencoded: login })).body).toEqual(login)
    const text = await it.put('/text', { body: 'tea', contentType: 'text/plain' })
    expect([text.status, text.body]).toEqual([200, 'TEA'])
    const photos = [new File(['abc'], 'one.txt'), new File(['d'], 'two.txt')]
    const sent = await it.put('/photos', { form: { photos, name: 'Ada' } })
    expect(sent.body).toEqual(['Ada', 'one.txt 3', 'two.txt 1'])
  })

  it('resolves for every response: refusals, empty and broken bodies, bytes', async () => {
    const it = await start()
    const refused = await it.get('/notes/:id', { params: { id: 'x' } })
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'contract.refused' }])
    const removed = await it.delete('/notes/:id', { params: { id: 7 } })
    expect([removed.status, removed.body]).toEqual([204, undefined])
    const head = await it.head('/notes/:id', { params: { id: 7 } })
    expect([head.status, head.body]).toEqual([200, undefined])
    expect((await it.get('/broken')).body).toBe('{"cut":')
    const bytes = (await it.get('/bytes')).body as Blob
    expect([...new Uint8Array(await bytes.arrayBuffer())]).toEqual([1, 2, 3])
  })

  it('has no body for HEAD, whatever the type of the response is', async () => {
    const pages = api(route('GET', '/page', (_req, res) => void res.send('<p>')))
    t.app.use('/', pages as never)
    const it = client<typeof pages>(`http://127.0.0.1:${await t.port()}`)
    const head = await it.head('/page')
    expect([head.status, head.body]).toEqual([200, undefined])
    expect((await it.get('/page')).body).toBe('<p>')
    const missing = await (await start()).head('/notes/:id', { params: { id: 404 } })
    expect([missing.status, missing.body]).toEqual([404, undefined])
  })

  it('leaves out null, and rejects what is not text', async () => {
    const it = await start()
    const list = (query: unknown) => it.get('/notes', { query } as never)
    expect((await list({ tag: null, since: [null] })).body).toEqual({ url: '/notes' })
    const sentence = 'Send text, a number, a boolean or a Date'
    await expect(list({ filter: { a: 1 } })).rejects.toThrow(
      `query.filter is of type object. ${sentence}`,
    )
    await expect(list({ tag: [['a']] })).rejects.toThrow('query.tag is of type list')
    const form = { name: {} } as never
    await expect(it.put('/login', { urlencoded: form })).rejects.toThrow('urlencoded.name')
    await expect(it.put('/photos', { form })).rejects.toThrow('form.name is of type object')
    await expect(it.get('/me', { headers: { 'x-a': {} as never } })).rejects.toThrow('headers.x-a')
    const params = { id: { a: 1 } } as never
    await expect(it.get('/notes/:id', { params })).rejects.toThrow('params.id is of type object')
  })

  it('sends dates as in JSON, and a list of one item as text', async () => {
    const it = await start()
    const found = await it.get('/files{/v:version}/*path', { params: { path: [new Date(0)] } })
    expect(found.body).toEqual({ path: ['1970-01-01T00:00:00.000Z'] })
    // The contract takes a list alone, and the server reads text: the type of a refusal is unknown.
    const refused = await it.get('/notes', { query: { tag: ['one'] } })
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'contract.refused' }])
  })

  it('sends headers of the client and of the call', async () => {
    const headers = async () => ({ 'x-user': 'ada', 'x-trace': '1' })
    const it = await start({ headers })
    expect((await it.get('/me')).body).toEqual(['ada', '1'])
    const own = { 'x-trace': 2, 'x-user': undefined }
    expect((await it.get('/me', { headers: own })).body).toEqual(['ada', '2'])
  })

  it('rejects if the request cannot be sent, is aborted, or would have another path', async () => {
    const it = await start()
    const call = (params: unknown) => it.get('/notes/:id', { params } as never)
    await expect(call({})).rejects.toThrow('/notes/:id needs params.id')
    await expect(call({ id: null })).rejects.toThrow('/notes/:id needs params.id')
    await expect(call({ id: '..' })).rejects.toThrow("/notes/:id cannot have '..' in params.id")
    await expect(call({ id: '' })).rejects.toThrow("/notes/:id cannot have '' in params.id")
    for (const path of [[], ['a', '']]) {
      const none = it.get('/files{/v:version}/*path', { params: { path } })
      await expect(none).rejects.toThrow("*path cannot have '' in params.path")
    }
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(it.get('/me', { signal })).rejects.toThrow('enough')
    const lost = client<Routes>('http://127.0.0.1:1')
    await expect(lost.get('/me')).rejects.toThrow()
  })

  it('sends requests with the fetch that it is given', async () => {
    t.app.use('/', createRoutes() as never)
    const seen: string[] = []
    const it = client<Routes>('http://a', {
      fetch: (url, init) => {
        seen.push(`${init.method} ${url}`)
        return t.app.fetch(new Request(url, init))
      },
    })
    expect((await it.get('/notes/:id', { params: { id: 1 } })).body).toEqual({
      id: 1,
      title: 'Tea',
    })
    expect(seen).toEqual(['GET http://a/notes/1'])
  })
})

const Event = z.union([
  z.object({ event: z.literal('note'), data: Note }),
  z.object({ event: z.literal('said'), data: z.string() }),
])

describeDialects('client: streams', dialects, (t) => {
  const closed: Promise<void>[] = []
  const createStreams = () =>
    api(
      route('GET', '/events', contract({ responses: { 200: { items: Event } } }), (req, res) => {
        const stream = events(req, res)
        closed.push(stream.closed)
        stream.send({ event: 'note', data: { id: 1, title: 'ünïcödé' }, id: 'a' })
        stream.comment('ignored')
        stream.send({ event: 'said', data: 'two\nlines' })
      }),
      route(
        'GET',
        '/lines',
        contract({ responses: { 200: { items: Note, contentType: 'application/jsonl' } } }),
        (_req, res) => {
          res.type('application/jsonl')
          res.write('{"id":1,"ti')
          setImmediate(() => res.end('tle":"a"}\r\n\r\n{"id":2,"title":"b"}'))
        },
      ),
      route('GET', '/odd', contract({ responses: { 200: { items: Event } } }), (_req, res) => {
        res.type('text/event-stream')
        const bytes = Buffer.from(
          'data: 1\r\rdata:ä\r\ndata\r\n\nevent: x\n\nid: 7\ndata: {}\n\ndata: cut',
        )
        // Each byte alone: a line break or a letter may be cut.
        for (const byte of bytes) res.write(Buffer.from([byte]))
        res.end()
      }),
    )
  const start = async () => {
    t.app.use('/', createStreams() as never)
    return client<ReturnType<typeof createStreams>>(`http://127.0.0.1:${await t.port()}`)
  }

  it('iterates over events, and closes the connection when the loop ends', async () => {
    const it = await start()
    const answer = await it.get('/events')
    if (answer.status !== 200) throw new Error(`status ${answer.status}`)
    const seen: unknown[] = []
    for await (const event of answer.body) {
      seen.push(event)
      if (event.event === 'said') break
    }
    expect(seen).toEqual([
      { event: 'note', data: { id: 1, title: 'ünïcödé' }, id: 'a' },
      { event: 'said', data: 'two\nlines', id: 'a' },
    ])
    await closed.at(-1)
  })

  it('stops with the signal of the call', async () => {
    const it = await start()
    const controller = new AbortController()
    const answer = await it.get('/events', { signal: controller.signal })
    if (answer.status !== 200) throw new Error(`status ${answer.status}`)
    const read = async () => {
      for await (const { event } of answer.body) if (event === 'said') controller.abort()
    }
    await expect(read()).rejects.toThrow(/abort/i)
    await closed.at(-1)
  })

  it('reads lines of JSON, and any spelling of events', async () => {
    const it = await start()
    const lines = await it.get('/lines')
    expect(await collect(lines.body as AsyncIterable<unknown>)).toEqual([
      { id: 1, title: 'a' },
      { id: 2, title: 'b' },
    ])
    const odd = await it.get('/odd')
    expect(await collect(odd.body as AsyncIterable<unknown>)).toEqual([
      { event: 'message', data: 1, id: '' },
      { event: 'message', data: 'ä\n', id: '' },
      { event: 'message', data: {}, id: '7' },
    ])
  })
})

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = []
  for await (const item of items) all.push(item)
  return all
}
