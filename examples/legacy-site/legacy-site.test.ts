import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, OutgoingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

describe.each(['express3', 'webapp/v3'])('the site on %s', (framework) => {
  let uploads: string
  let host: ChildProcess
  let browser: ReturnType<typeof openBrowser>

  beforeAll(async () => {
    uploads = await mkdtemp(join(tmpdir(), 'legacy-site-'))
    const env = { ...process.env, NODE_ENV: 'test', NO_DEPRECATION: '*', UPLOADS: uploads }
    host = fork('test-host.js', [framework], { cwd: __dirname, env, silent: true })
  })
  afterAll(async () => {
    host.disconnect()
    await once(host, 'exit')
    await rm(uploads, { recursive: true })
  })
  beforeEach(async () => {
    host.send('open')
    const [{ port }] = await once(host, 'message')
    browser = openBrowser(`http://localhost:${port}`)
  })

  describe('pages', () => {
    it('show the collection in the layout of the site', async () => {
      const page = await browser.get('/')
      expect(page.status).toBe(200)
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.text).toMatch(/^<!doctype html>/)
      expect(page.text).toContain('<title>Plants · The Village Herbarium</title>')
      expect(page.text).toContain('<p>Pressed, named and remembered.</p>')
      expect(page.titles).toEqual(['Foxglove', 'Sea holly', 'Wood anemone'])
      expect(page.text.trimEnd()).toMatch(/<\/html>$/)
    })

    it('find plants by a part of their names', async () => {
      expect((await browser.get('/?q=ANEM')).titles).toEqual(['Wood anemone'])
      const page = await browser.get('/?q=<b>')
      expect(page.titles).toEqual([])
      expect(page.text).toContain('Nothing here is called “&lt;b&gt;”.')
    })

    it('show one plant by the parameter of its address', async () => {
      const page = await browser.get('/plants/sea-holly')
      expect(page.heading).toBe('Sea holly')
      expect(page.text).toContain('<i>Eryngium maritimum</i>')
    })

    it('answer HEAD like GET, without the page', async () => {
      const [page, head] = [await browser.get('/'), await browser.send('HEAD', '/')]
      expect([head.status, head.text]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length', 'etag']) {
        expect(head.headers.get(name)).toBe(page.headers.get(name))
      }
    })

    // Express 3 looks for a field of responses that newer versions of Node do not have.
    const knowsHeaders = framework !== 'express3' || '_headers' in OutgoingMessage.prototype
    it.skipIf(!knowsHeaders)('are not sent again to whoever has them', async () => {
      const etag = String((await browser.get('/notes')).headers.get('etag'))
      const again = await browser.get('/notes', {
        'if-none-match': etag,
        // Without it fetch itself asks for a fresh answer.
        'cache-control': 'max-age=0',
      })
      expect([again.status, again.text]).toEqual([304, ''])
    })
  })

  describe('files', () => {
    it('are served from the public folder', async () => {
      const file = await browser.get('/style.css')
      expect(file.status).toBe(200)
      expect(file.headers.get('content-type')).toMatch(/^text\/css/)
      expect(file.text).toMatch(/^:root/)
    })

    it('are served in part', async () => {
      const part = await browser.get('/style.css', { range: 'bytes=0-4' })
      expect([part.status, part.text]).toEqual([206, ':root'])
    })

    it('come from no other folder', async () => {
      expect((await browser.get('/..%2flegacy-site.js')).status).toBeGreaterThanOrEqual(400)
    })
  })

  describe('forms', () => {
    it('add a plant, and the next page says so once', async () => {
      const fields = { title: 'Ragged robin', latin: 'Silene flos-cuculi', notes: 'By the <ford>.' }
      const answer = await browser.post('/plants', fields)
      expect([answer.status, answer.location]).toEqual([302, '/plants/ragged-robin'])
      const page = await browser.get('/plants/ragged-robin')
      expect(page.flashes).toEqual([['notice', 'Ragged robin is in the herbarium.']])
      expect(page.text).toContain('By the &lt;ford&gt;.')
      expect((await browser.get('/plants/ragged-robin')).flashes).toEqual([])
    })

    it('go back to where they were sent from when something is wrong', async () => {
      const referer = `${browser.origin}/plants/new`
      const answer = await browser.post('/plants', { title: ' ' }, { referer })
      expect([answer.status, answer.location]).toEqual([302, referer])
      const { flashes } = await browser.get('/plants/new')
      expect(flashes).toEqual([['error', 'A plant needs a name that no other has.']])
    })

    it('go back to the start when nobody says where they come from', async () => {
      expect((await browser.post('/plants', { title: 'Foxglove' })).location).toBe('/')
    })

    it('keep messages until a page shows them, for this visitor only', async () => {
      await browser.post('/plants', { title: 'Moss' })
      await browser.post('/plants', { title: 'Moss' })
      expect((await openBrowser(browser.origin).get('/')).flashes).toEqual([])
      const { flashes } = await browser.get('/')
      expect(flashes.map(([kind]) => kind)).toEqual(['notice', 'error'])
    })

    it('put and delete by the method that they name', async () => {
      const saved = await browser.post('/plants/foxglove', { _method: 'put', notes: 'Seen again.' })
      expect([saved.status, saved.location]).toEqual([302, '/'])
      expect((await browser.get('/plants/foxglove')).text).toContain('Seen again.')
      const removed = await browser.post('/plants/foxglove', { _method: 'delete' })
      expect([removed.status, removed.location]).toEqual([302, '/'])
      const page = await browser.get('/')
      expect(page.flashes).toEqual([['notice', 'Foxglove is no longer here.']])
      expect(page.titles).not.toContain('Foxglove')
    })

    it('may name the method in a header, and without one there is no such route', async () => {
      const headers = { 'x-http-method-override': 'DELETE' }
      expect((await browser.post('/plants/foxglove', {}, headers)).status).toBe(302)
      expect((await browser.post('/plants/sea-holly', {})).status).toBe(404)
    })
  })

  describe('visitors', () => {
    it('get no cookie as long as there is nothing to remember', async () => {
      expect((await browser.get('/')).headers.getSetCookie()).toEqual([])
    })

    it('are known by a signed cookie, and counted in their session', async () => {
      const answer = await browser.post('/hello', { visitor: 'Åsa & Bo' })
      const [cookie = ''] = answer.headers.getSetCookie()
      expect(cookie).toMatch(/^visitor=s%3A.*; Max-Age=2592000; Path=\/; Expires=.*; HttpOnly$/)
      const first = await browser.get('/')
      expect(first.headers.getSetCookie()[0]).toMatch(/^herbarium\.sid=s%3A.*; HttpOnly$/)
      expect(first.text).toContain('<b>Åsa &amp; Bo</b>, this is page 1')
      expect((await browser.get('/notes')).text).toContain('this is page 2')
    })

    it('are strangers with a cookie that they made themselves', async () => {
      browser.cookies.set('visitor', 's%3Akeeper.forged')
      expect((await browser.get('/')).text).toContain('Say hello')
      browser.cookies.set('herbarium.sid', 's%3Aguessed.forged')
      expect((await browser.get('/')).status).toBe(200)
    })

    it('are forgotten when they say goodbye', async () => {
      await browser.post('/hello', { visitor: 'Ada' })
      await browser.get('/')
      const answer = await browser.post('/goodbye')
      expect([answer.status, answer.location]).toEqual([302, '/'])
      expect(answer.headers.getSetCookie().join()).toContain(
        'visitor=; Path=/; Expires=Thu, 01 Jan',
      )
      expect((await browser.get('/')).text).toContain('Say hello')
      await browser.post('/hello', { visitor: 'Ada' })
      expect((await browser.get('/')).text).toContain('this is page 1')
    })
  })

  describe('uploads', () => {
    const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10, 45, 45])
    const photo = (type = 'image/png') => {
      const form = new FormData()
      form.set('photo', new Blob([bytes], { type }), 'leaf.png')
      return form
    }
    const expectSwept = () => expect.poll(() => readdir(uploads)).toEqual([])

    it('come back byte for byte, and leave no file behind', async () => {
      const answer = await browser.send('POST', '/plants/foxglove/photo', { body: photo() })
      expect([answer.status, answer.location]).toEqual([302, '/plants/foxglove'])
      const { flashes } = await browser.get('/plants/foxglove')
      expect(flashes).toEqual([['notice', 'leaf.png (10 bytes) is on the page.']])
      const image = await fetch(`${browser.origin}/plants/foxglove/photo`)
      expect(image.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await image.arrayBuffer())).toEqual(bytes)
      await expectSwept()
    })

    it('of another type are refused, and removed', async () => {
      const body = photo('text/html')
      expect((await browser.send('POST', '/plants/foxglove/photo', { body })).location).toBe('/')
      expect((await browser.get('/')).flashes).toEqual([
        ['error', 'Please choose a GIF, JPEG or PNG.'],
      ])
      await expectSwept()
    })

    it('that nobody asked for are removed as well', async () => {
      expect((await browser.send('POST', '/nowhere', { body: photo() })).status).toBe(404)
      await expectSwept()
    })

    it('bring the other fields of their form', async () => {
      const body = photo()
      body.set('title', 'Thrift')
      const answer = await browser.send('POST', '/plants', { body })
      expect(answer.location).toBe('/plants/thrift')
      await expectSwept()
    })

    it('are drawn by the error handler of the route where there are none', async () => {
      const answer = await browser.get('/plants/sea-holly/photo')
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
      expect(answer.text).toContain('<svg')
    })
  })

  describe('the desk of the keeper', () => {
    const as = (pair: string) => ({
      authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
    })

    it('asks who is there', async () => {
      const answer = await browser.get('/admin')
      expect([answer.status, answer.text]).toEqual([401, 'Unauthorized'])
      expect(answer.headers.get('www-authenticate')).toBe(
        'Basic realm="The keeper of the herbarium"',
      )
    })

    it.each(['keeper:nettles', 'Keeper:nettle', 'keeper:', ':'])('turns away %s', async (pair) => {
      expect((await browser.get('/admin', as(pair))).status).toBe(401)
      expect((await browser.post('/admin/restore', {}, as(pair))).status).toBe(401)
    })

    it('lets the keeper in', async () => {
      const page = await browser.get('/admin', as('keeper:nettle'))
      expect([page.status, page.heading]).toEqual([200, 'The desk of keeper'])
    })

    it('restores the collection', async () => {
      await browser.post('/plants/foxglove', { _method: 'delete' })
      const answer = await browser.post('/admin/restore', {}, as('keeper:nettle'))
      expect([answer.status, answer.location]).toEqual([302, '/admin'])
      expect((await browser.get('/')).titles).toContain('Foxglove')
    })

    it('tells nobody what broke', async () => {
      const page = await browser.get('/admin/broken', as('keeper:nettle'))
      expect([page.status, page.heading]).toEqual([500, 'Sorry'])
      expect(page.text).toContain('Something broke.')
      expect(page.text).not.toContain('screw')
    })
  })

  describe('JSON', () => {
    const foxglove = { slug: 'foxglove', title: 'Foxglove', photo: null }

    it('lists and finds plants', async () => {
      const list = await browser.get('/api/plants?q=digitalis')
      expect(list.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(JSON.parse(list.text)).toMatchObject([foxglove])
      expect(JSON.parse((await browser.get('/api/plants/foxglove')).text)).toMatchObject(foxglove)
    })

    it('finds nothing for a question that is no text', async () => {
      const list = await browser.get('/api/plants?q[a]=foxglove')
      expect([list.status, list.text]).toEqual([200, '[]'])
    })

    it('wraps a plant in the call that is asked for', async () => {
      const { text } = await browser.get('/api/plants/foxglove?callback=show')
      expect(text).toMatch(/\bshow\(\{"slug":"foxglove",/)
    })

    it('creates with 201, refuses with 400, removes with 204', async () => {
      const create = () => browser.sendJson('POST', '/api/plants', { title: 'Yarrow' })
      const created = await create()
      expect([created.status, created.location]).toEqual([201, '/api/plants/yarrow'])
      expect(JSON.parse(created.text)).toMatchObject({ slug: 'yarrow', title: 'Yarrow', notes: '' })
      expect((await create()).status).toBe(400)
      const removed = await browser.send('DELETE', '/api/plants/yarrow')
      expect([removed.status, removed.text]).toEqual([204, ''])
      expect((await browser.get('/api/plants/yarrow')).status).toBe(404)
    })

    it('tells of errors in its own handler', async () => {
      const answer = await browser.send('DELETE', '/api/plants/nettle')
      expect(answer.status).toBe(404)
      expect(JSON.parse(answer.text)).toEqual({ error: 'No plant is called nettle here.' })
    })

    it('that cannot be read is answered with 400', async () => {
      const headers = { 'content-type': 'application/json' }
      const answer = await browser.send('POST', '/api/plants', { body: '{"title"', headers })
      expect([answer.status, answer.heading]).toEqual([400, 'Sorry'])
    })
  })

  describe('what is not there', () => {
    it.each(['/plants/triffid', '/nowhere', '/plants/foxglove/leaves'])(
      'is 404: %s',
      async (at) => {
        const page = await browser.get(at, { accept: 'text/html' })
        expect([page.status, page.heading]).toEqual([404, 'Not found'])
      },
    )

    it('is said in the form that the client accepts', async () => {
      const json = await browser.get('/nowhere', { accept: 'application/json' })
      expect(JSON.parse(json.text)).toEqual({ error: 'There is nothing at this address.' })
      const text = await browser.get('/nowhere', { accept: 'text/plain' })
      expect([text.status, text.text]).toEqual([404, 'There is nothing at this address.'])
      expect(text.headers.get('content-type')).toMatch(/^text\/plain/)
    })

    it('is not repeated as markup', async () => {
      const page = await browser.get('/plants/%3Cscript%3E')
      expect(page.text).toContain('No plant is called &lt;script&gt; here.')
    })
  })

  describe('the mounted field notes', () => {
    it.each(['/notes', '/notes/'])('have their own name under %s', async (at) => {
      const page = await browser.get(at)
      expect(page.text).toContain('<title>Diary · Field notes</title>')
      expect(page.text).toContain('href="/notes/1"')
    })

    it('redirect to names relative to where they are mounted', async () => {
      const written = await browser.post('/notes', { text: 'Two herons.' })
      expect([written.status, written.location]).toEqual([303, '/notes/3'])
      const note = await browser.get('/notes/3')
      expect(note.flashes).toEqual([['notice', 'Your note is in the diary.']])
      expect(note.text).toContain('<blockquote>Two herons.</blockquote>')
      expect(await browser.get('/notes/2/index.html')).toMatchObject({
        status: 301,
        location: '/notes/2',
      })
    })

    it('redirect to paths relative to the request', async () => {
      expect(await browser.get('/notes/latest')).toMatchObject({
        status: 302,
        location: '/notes/2',
      })
    })

    it('have an answer of their own for a note that is not there', async () => {
      const answer = await browser.get('/notes/99')
      expect([answer.status, answer.text]).toEqual([404, 'There is no such note.'])
    })

    it('leave to the site what they do not know', async () => {
      const page = await browser.get('/notes/weather')
      expect([page.status, page.heading]).toEqual([404, 'Not found'])
      expect(page.text).toContain('The Village Herbarium')
    })
  })
})

describe.each(['express3', 'webapp/v3'])('in development, the site on %s', (framework) => {
  it('shows what broke and logs each request', async () => {
    const site = await openSite(framework)
    const keeper = { authorization: `Basic ${Buffer.from('keeper:nettle').toString('base64')}` }
    const browser = openBrowser(site.origin)
    const page = await browser.get('/admin/broken', { ...keeper, accept: 'text/html' })
    const json = await browser.get('/admin/broken', { ...keeper, accept: 'application/json' })
    const list = await browser.get('/api/plants?q=foxglove')
    await expect.poll(() => site.printed()).toContain('/api/plants?q=foxglove')
    await site.stop()
    expect([page.status, page.text]).toEqual([500, expect.stringContaining('The press has lost')])
    expect(page.text).toContain('admin.js')
    expect(JSON.parse(json.text).error.message).toBe('The press has lost a screw.')
    expect(list.text).toContain('\n    "title": "Foxglove"')
    expect(site.printed()).toMatch(/GET \/admin\/broken .*500/)
    expect(site.printed()).toMatch(/GET \/api\/plants\?q=foxglove .*200/)
  })
})

describe('the program', () => {
  it('says where it is open', async () => {
    const site = await openSite()
    const page = await openBrowser(site.origin).get('/')
    await site.stop()
    expect(site.printed()).toMatch(/The herbarium is running: http:\/\/localhost:\d+\n/)
    expect(page.titles).toContain('Foxglove')
  })

  it('says that its port is taken', async () => {
    const other = createServer().listen(0)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, errors } = await runProgram(String(port))
    other.close()
    expect(code).toBe(1)
    expect(errors).toMatch(
      new RegExp(`^Port ${port} is in use by another program.\\nChoose .*PORT=0`, 'm'),
    )
    expect(errors).not.toContain('    at ')
  })

  it.each(['abc', '65536'])('refuses the port %s', async (port) => {
    const { code, errors } = await runProgram(port)
    expect(code).toBe(1)
    expect(errors).toMatch(new RegExp(`^PORT is '${port}', but`, 'm'))
  })
})

type Fields = Record<string, string>

/** Keeps cookies and follows nothing by itself. */
function openBrowser(origin: string) {
  const cookies = new Map<string, string>()

  const send = async (method: string, path: string, options?: RequestInit) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(options?.headers as Fields), ...(cookie && { cookie }) }
    const answer = await fetch(origin + path, { ...options, method, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = line.match(/^(.*?)=(.*?);/) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return read(answer)
  }

  return {
    origin,
    cookies,
    send,
    get: (path: string, headers?: Fields) => send('GET', path, { headers }),
    post: (path: string, fields?: Fields, headers?: Fields) =>
      send('POST', path, { headers, body: new URLSearchParams(fields) }),
    sendJson: (method: string, path: string, value: unknown) =>
      send(method, path, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
      }),
  }
}

/** What a person would see of an answer. */
async function read(answer: Response) {
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    location: answer.headers.get('location'),
    text,
    heading: text.match(/<h1>(.*?)<\/h1>/)?.[1],
    titles: [...text.matchAll(/<b>(.*?)<\/b> <i>/g)].map(([, title]) => title),
    flashes: [...text.matchAll(/<p class="flash (\w+)".*?>(.*?)<\/p>/g)].map(
      ([, ...flash]) => flash,
    ),
  }
}

function startNode(args: string[], environment: Fields) {
  const env = { ...process.env, NODE_ENV: 'development', NO_DEPRECATION: '*', ...environment }
  return spawn(process.execPath, args, { cwd: __dirname, env })
}

/** The program or, on a framework, the site in a process of its own; once it has said where. */
async function openSite(framework = '') {
  const script = `require('./start.js')(require('./legacy-site.js').createSite(require('${framework}')))`
  const child = startNode(framework ? ['-e', script] : ['legacy-site.js'], { PORT: '0' })
  let printed = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The site ended with ${code}: ${errors}`)))
    child.stdout.on('data', (chunk) => {
      printed += chunk
      if (printed.includes('Ctrl-C')) resolve(undefined)
    })
  })
  return {
    origin: String(printed.match(/http:\/\/localhost:\d+/)?.[0]),
    printed: () => printed,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** The program, when it is expected to end by itself. */
async function runProgram(port: string) {
  const child = startNode(['legacy-site.js'], { PORT: port })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'close')
  return { code, errors }
}
