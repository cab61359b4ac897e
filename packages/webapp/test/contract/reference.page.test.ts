import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webapp } from '../../src/dialects/v5/factory.ts'
import { multipart } from '../../src/multipart.ts'
import { reference } from '../../src/openapi.ts'
import { events } from '../../src/sse.ts'
import type createApp from '../../src/v5.ts'
import { findViolations, hasChromium, launchChromium } from '../support/chromium.ts'
import { SHOP } from './shop-document.ts'

/** A folder for screenshots, to look at. */
const { SCREENSHOTS } = process.env

// Skipped where there is no browser: the page cannot be tried without one.
describe.skipIf(!hasChromium)('the page of a document in a browser', () => {
  const app = (webapp as unknown as typeof createApp)()
  let document: object = SHOP
  let server: Server
  let browser: Browser
  let page: Page
  let base = ''
  const problems: string[] = []

  beforeAll(async () => {
    app.get('/openapi.json', (_req, res) => void res.json(document))
    app.use('/docs', reference('/openapi.json'))
    app.post('/login', (_req, res) => void res.cookie('sid', 's1', { httpOnly: true }).json('in'))
    app.post('/photos', multipart(), (req, res) => {
      const { files } = req as unknown as { files: { photo: { filename: string; size: number }[] } }
      res.json([req.body, files.photo.map(({ filename, size }) => [filename, size])])
    })
    app.get('/stream', (req, res) => events(req, res).send('first event'))
    app.get('/photo', (_req, res) => void res.type('png').end(Buffer.alloc(1234)))
    app.all('/{*path}', webapp.text({ type: '*/*' }), (req, res) => {
      const { authorization, cookie, 'x-key': key, 'content-type': type } = req.headers
      res.json({
        method: req.method,
        url: req.url,
        authorization,
        cookie,
        key,
        type,
        body: req.body,
      })
    })
    server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchChromium()
  })
  afterAll(async () => {
    await browser?.close()
    await app.close({ timeout: 0 })
  })
  beforeEach(async () => {
    document = SHOP
    problems.length = 0
    page = await open({ width: 1280, height: 900 })
  })
  afterEach(() => page.context().close())

  async function open(viewport: { width: number; height: number }, more = {}): Promise<Page> {
    const context = await browser.newContext({ viewport, ...more })
    context.setDefaultTimeout(60_000)
    const opened = await context.newPage()
    opened.on('pageerror', (error) => problems.push(String(error)))
    opened.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    return opened
  }

  async function visit(hash = ''): Promise<void> {
    await page.goto(`${base}/docs${hash}`)
    await page.locator('main .operation').first().waitFor()
  }

  /** Opens everything, also what appears by that. */
  async function unfold(): Promise<void> {
    // A string, because the compiler of the tests has no types of a browser.
    const open = `Promise.all([...document.querySelectorAll('main details:not([open])')].map((one) =>
      new Promise((done) => {
        one.addEventListener('toggle', done, { once: true })
        one.open = true
      }))).then((all) => all.length)`
    while ((await page.evaluate(open)) !== 0);
  }

  /** Opens an operation by its id, as a link to it does. */
  async function openOperation(id: string): Promise<Locator> {
    await visit(`#operation-${id}`)
    const operation = page.locator(`[id="operation-${id}"]`)
    await operation.getByRole('button', { name: 'Send' }).waitFor()
    return operation
  }

  /** Sends the form of an operation; returns what the server saw, as JSON. */
  async function send(operation: Locator): Promise<Record<string, unknown>> {
    await operation.getByRole('button', { name: 'Send' }).click()
    const status = operation.locator('form [role=status]')
    await status.getByText('200 OK').waitFor()
    const body = status.locator('pre').first()
    await expect.poll(async () => isJson(await body.textContent())).toBe(true)
    return JSON.parse((await body.textContent()) ?? '')
  }

  it('shows a schema as a tree: members, types, limits, alternatives and references', async () => {
    const operation = await openOperation('addProduct')
    const tree = operation.locator('.tree').first()
    const row = (name: string) =>
      tree
        .locator('li')
        .filter({ has: page.locator('.name').getByText(name, { exact: true }) })
        .first()
    expect(await row('name').innerText()).toMatch(
      /^name\s+string\s+required\s+length ≥ 1\s+length ≤ 80/,
    )
    expect(await row('id').innerText()).toMatch(/string\s+format uuid\s+read only/)
    expect(await row('price').innerText()).toMatch(/number\s+required\s+> 0\s+multiple of 0.01/)
    expect(await row('size').innerText()).toMatch(/one of\s+"s"\s+"m"\s+"l"/)
    expect(await row('tags').innerText()).toMatch(/string\[\]\s+items ≤ 5\s+unique items/)
    expect(await row('note').innerText()).toMatch(/string \| null/)
    expect(await row('maker').innerText()).toMatch(/Maker/)
    expect(await row('kind').innerText()).toMatch(/Book \| Toy/)

    // A level is made when it is opened; a schema that leads to itself ends.
    const category = row('category')
    expect(await category.locator('li').count()).toBe(0)
    await category.getByText('Show members').click()
    await category.getByText('parent', { exact: true }).waitFor()
    expect(await category.getByText('The same as Category around it.').count()).toBe(1)
    await category.getByText('Show each item').click()
    await expect.poll(() => category.getByText('The same as Category').count()).toBe(2)
    const kind = row('kind')
    await kind.getByText('Show one of').click()
    await kind.getByText('The member').waitFor()
    expect(await kind.locator('li').count()).toBe(2)
    expect(problems).toEqual([])
  })

  it('shows text of a document as text, whatever it contains', async () => {
    const attack = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'
    document = poison(SHOP, attack)
    await visit()
    await unfold()
    expect(await page.locator('main').innerText()).toContain(attack)
    expect(
      await page.evaluate('[document.images.length, document.scripts.length, window.hit]'),
    ).toEqual([0, 1, undefined])
    const links = await page
      .locator('a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(links.filter((href) => !/^(#|\/|https?:|mailto:)/.test(href ?? ''))).toEqual([])
    expect(problems).toEqual([])
  })

  it('shows documents with holes', async () => {
    const loop = { $ref: '#/components/schemas/Loop' }
    document = {
      openapi: '3.0.3',
      info: null,
      tags: [null, 'x'],
      servers: 'none',
      paths: {
        '/a': {
          get: {},
          post: null,
          put: { parameters: [null, { $ref: '#/none' }], responses: null },
        },
        '/b': null,
        '/c': {
          get: { requestBody: { $ref: 'other.json#/x' }, responses: { 200: loop, 404: null } },
        },
        '/d': { get: { parameters: [{ name: 'q', in: 'query', schema: loop }], responses: {} } },
        '/e%': { $ref: '#/paths/~1a' },
      },
      components: {
        schemas: { Loop: { allOf: [loop, loop], $ref: '#/components/schemas/Loop' }, Any: true },
      },
    }
    await visit()
    await unfold()
    expect(await page.locator('form').count()).toBe(6)
    expect(await page.title()).toBe('API reference')
    expect(problems).toEqual([])
  })

  it('signs in with a token, a name and password, or a key', async () => {
    const operation = await openOperation('showAccount')
    expect(await operation.innerText()).toContain('Needs token, or basic, or key, or session')
    await page.locator('#sign-in > summary').click()
    await page.getByLabel('User of basic').fill('Zoë')
    await page.getByLabel('Password of basic').fill('a:b')
    const basic = Buffer.from('Zoë:a:b').toString('base64')
    expect((await send(operation)).authorization).toBe(`Basic ${basic}`)

    await page.getByLabel('Value of token').fill('t0ken')
    expect((await send(operation)).authorization).toBe('Bearer t0ken')

    await page.getByLabel('Value of token').fill('')
    await page.getByLabel('User of basic').fill('')
    await page.getByLabel('Password of basic').fill('')
    await page.getByLabel('Value of key').fill('k3y')
    const seen = await send(operation)
    expect([seen.key, seen.authorization]).toEqual(['k3y', undefined])
    expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
  })

  it('uses the session of the browser after an operation has signed in', async () => {
    const login = await openOperation('login')
    await send(login)
    await page.locator('nav a').filter({ hasText: '/account' }).click()
    const operation = page.locator('[id="operation-showAccount"]')
    expect((await send(operation)).cookie).toBe('sid=s1')
  })

  it('sends a cookie that was typed, and takes it back', async () => {
    const operation = await openOperation('showAccount')
    await page.locator('#sign-in > summary').click()
    await page.getByLabel('Value of session').fill('abc')
    expect((await send(operation)).cookie).toBe('sid=abc')
    await page.getByLabel('Value of session').fill('')
    expect((await send(operation)).cookie).toBe(undefined)
  })

  it('sends parameters as the document describes them', async () => {
    const operation = await openOperation('findProducts')
    await operation.getByLabel(/^q /).fill('a b&c')
    await operation.getByLabel(/^tag /).fill('x,y')
    await operation.getByLabel(/^where /).fill('{"size":"m"}')
    await operation.getByLabel(/^sale /).selectOption('true')
    await operation.getByLabel(/^X-Key /).fill('head')
    const { url, key } = await send(operation)
    const query = [...new URL(String(url), base).searchParams]
    expect(query).toEqual([
      ['q', 'a b&c'],
      ['tag', 'x'],
      ['tag', 'y'],
      ['where[size]', 'm'],
      ['sale', 'true'],
    ])
    expect(key).toBe('head')
  })

  it('sends JSON without members that are read only, and other media types', async () => {
    const operation = await openOperation('addProduct')
    const { type, body } = await send(operation)
    expect(type).toBe('application/json')
    const sent = JSON.parse(String(body))
    expect(sent).toMatchObject({ name: 'Tea', price: 2.5, size: 's', kind: { title: 'text' } })
    expect(Object.keys(sent)).not.toContain('id')
    await operation.getByLabel('Media type').selectOption('application/x-www-form-urlencoded')
    await operation.getByLabel(/^name /).fill('a&b')
    const form = await send(operation)
    expect(form.type).toContain('application/x-www-form-urlencoded')
    expect(form.body).toBe('name=a%26b')
  })

  it('uploads files', async () => {
    const operation = await openOperation('addPhoto')
    await operation.getByLabel(/^title /).fill('Cat')
    const file = { name: 'cat.png', mimeType: 'image/png', buffer: Buffer.from('meow') }
    await operation.getByLabel(/^photo /).setInputFiles(file)
    expect(await send(operation)).toEqual([{ title: 'Cat' }, [['cat.png', 4]]])
  })

  it('shows a stream while it arrives, and stops it; saves a body that is not text', async () => {
    const stream = await openOperation('watch')
    await stream.getByRole('button', { name: 'Send' }).click()
    await stream.getByText('first event').waitFor()
    await stream.getByRole('button', { name: 'Stop' }).click()
    await stream.getByText('Stopped.').waitFor()
    expect(await stream.getByText('first event').count()).toBe(1)

    await page.locator('nav a').filter({ hasText: 'photo' }).last().click()
    const photo = page.locator('[id="operation-showPhoto"]')
    await photo.getByRole('button', { name: 'Send' }).click()
    await photo.getByText('1234 bytes of image/png').waitFor()
    const download = page.waitForEvent('download')
    await photo.getByRole('link', { name: 'save them' }).click()
    expect((await download).suggestedFilename()).toMatch(/^response/)
  })

  it('says why a request to another origin fails', async () => {
    const operation = await openOperation('showAccount')
    await page.getByLabel('Server').selectOption({ label: 'Elsewhere' })
    await operation.getByRole('button', { name: 'Send' }).click()
    await operation.getByText("reference(url, { connect: ['http://elsewhere.test'] })").waitFor()
  })

  it('filters the list of operations, and links to each of them', async () => {
    await visit()
    const shown = () => page.locator('nav li').filter({ visible: true }).count()
    const all = await shown()
    expect(all).toBe(await page.locator('main .operation').count())
    await page.getByLabel('Filter').fill('post photo')
    await expect.poll(shown).toBe(1)
    await page.locator('nav li a').filter({ visible: true }).click()
    await expect.poll(() => page.locator('[id="operation-addPhoto"]').getAttribute('open')).toBe('')
    expect(page.url()).toContain('#operation-addPhoto')
  })

  it('shows the methods and the streams of OpenAPI 3.2', async () => {
    const content = { 'application/jsonl': { itemSchema: { $ref: '#/components/schemas/Note' } } }
    const operation = { responses: { 200: { description: 'Notes', content } } }
    document = {
      openapi: '3.2.0',
      info: { title: 'Notes', version: '1' },
      paths: { '/notes': { query: operation, additionalOperations: { PURGE: operation } } },
      components: { schemas: { Note: { type: 'object', properties: { id: { type: 'string' } } } } },
    }
    await visit()
    expect(await page.locator('main .operation .method').allInnerTexts()).toEqual([
      'QUERY',
      'PURGE',
    ])
    await page.locator('main .operation > summary').first().click()
    await page.getByText('stream of Note').first().waitFor()
    await page.locator('main .operation .name').getByText('id', { exact: true }).waitFor()
  })

  it('shows an operation without a summary on one line', async () => {
    document = {
      openapi: '3.1.0',
      info: { title: 'Short', version: '1' },
      paths: {
        '/photos': { get: { responses: {} }, post: { summary: 'Add a photo', responses: {} } },
      },
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await visit()
    const heights = `[...document.querySelectorAll('.operation > summary')].map((one) =>
      one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))`
    const [without = 0, withSummary = 0] = (await page.evaluate(heights)) as number[]
    expect(without).toBeLessThan(withSummary)
    expect(without).toBeLessThan(2)
  })

  describe.each([
    ['1280-light', { width: 1280, height: 900 }, 'light'],
    ['1280-dark', { width: 1280, height: 900 }, 'dark'],
    ['390-light', { width: 390, height: 844 }, 'light'],
    ['390-dark', { width: 390, height: 844 }, 'dark'],
  ] as const)('%s', (name, viewport, colorScheme) => {
    it('is accessible and fits, folded and opened', async () => {
      await page.context().close()
      page = await open(viewport, { colorScheme, bypassCSP: true })
      await visit()
      expect(await findViolations(page)).toEqual([])
      if (SCREENSHOTS) await page.screenshot({ path: `${SCREENSHOTS}/openapi-${name}-top.png` })
      await openOperation('addProduct')
      if (SCREENSHOTS) {
        await page.screenshot({ path: `${SCREENSHOTS}/openapi-${name}.png`, fullPage: true })
      }
      await unfold()
      expect(await findViolations(page)).toEqual([])
      const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')
      expect((widths as number[])[0]).toBeLessThanOrEqual((widths as number[])[1] ?? 0)
    })
  })
})

function isJson(text: string | null): boolean {
  try {
    JSON.parse(text ?? '')
    return true
  } catch {
    return false
  }
}

/** The document with markup in every text, except where a text has a meaning for the page. */
function poison(node: unknown, attack: string): object {
  const kept = new Set(['$ref', 'in', 'type', 'openapi', 'style'])
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      if (/url/i.test(key)) return `javascript:window.hit=1//${attack}`
      return kept.has(key) ? value : `${value} ${attack}`
    }
    if (Array.isArray(value)) return value.map((each) => walk(each, key))
    if (typeof value !== 'object' || value === null) return value
    const named =
      key === 'properties' || key === 'responses' || key === 'content' || key === 'paths'
    const members = Object.entries(value).map(([name, each]) => [
      named ? `${name}${attack}` : name,
      walk(each, name),
    ])
    return Object.fromEntries(members)
  }
  return walk(node, '') as object
}
