import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('tour.js', import.meta.url))

describe('the tour', () => {
  /** @type {{ origin: string, printed: string, stop: () => Promise<void> }} */
  let tour

  beforeAll(async () => {
    tour = await openTour()
  })
  afterAll(() => tour.stop())

  /** @param {string} path */
  const asProgram = (path) => fetch(tour.origin + path)
  /** @param {string} path */
  const asBrowser = (path) =>
    fetch(tour.origin + path, { headers: { accept: 'text/html,*/*;q=0.8' } })

  it('prints its address and what to try', () => {
    expect(tour.printed).toContain(`The tour is running: ${tour.origin}`)
    expect(tour.printed).toContain(`curl -i ${tour.origin}/planets/saturn`)
  })

  it('answers everything that it prints', async () => {
    const trials = [...tour.printed.matchAll(/curl -i (\S+) (.*?) *#/g)]
    const statuses = await Promise.all(
      trials.map(([, url, options]) => statusOf(unquoted(String(url)), String(options))),
    )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 303, 200, 206, 500, 404])
  })

  it('quotes an address with a query, which zsh would expand', () => {
    const queries = tour.printed.match(/\S+\?\S+/g)
    expect(queries).toEqual([expect.stringMatching(/^'.*'$/)])
  })

  it('renders its home page', async () => {
    const answer = await asBrowser('/')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toContain('href="/planets/neptune"')
  })

  it('gives one planet as JSON to programs and as a page to browsers', async () => {
    expect(await (await asProgram('/planets/saturn')).json()).toMatchObject({ name: 'Saturn' })
    expect(await (await asBrowser('/planets/saturn')).text()).toContain('<h1>Saturn</h1>')
  })

  it('measures from Earth, or from the planet of the optional part', async () => {
    const distance = async (/** @type {string} */ path) => (await asProgram(path)).json()
    expect(await distance('/distance/mars')).toEqual({
      from: 'Earth',
      to: 'Mars',
      astronomicalUnits: 0.52,
    })
    expect(await distance('/distance/mars/venus')).toMatchObject({ from: 'Venus', to: 'Mars' })
  })

  it('hands all segments of a wildcard to the handler', async () => {
    const answer = await asProgram('/route/earth/mars%20base/europa')
    expect(await answer.json()).toEqual({ stops: ['earth', 'mars base', 'europa'] })
  })

  it('filters in its mounted router', async () => {
    /** @type {{ name: string }[]} */
    const found = JSON.parse(await (await asProgram('/api/planets?moons=90')).text())
    expect(found.map(({ name }) => name)).toEqual(['Jupiter', 'Saturn'])
  })

  it('serves the files of its folder, whole or in part', async () => {
    const whole = await asBrowser('/style.css')
    expect(whole.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(whole.headers.get('cache-control')).toBe('public, max-age=3600')
    const text = await whole.text()
    const part = await fetch(`${tour.origin}/style.css`, { headers: { range: 'bytes=0-4' } })
    expect([part.status, await part.text()]).toEqual([206, text.slice(0, 5)])
  })

  /** @param {string} path @param {RequestInit['body']} body */
  const post = (path, body) =>
    fetch(tour.origin + path, { method: 'POST', body, redirect: 'manual' })

  it('takes a form and shows what was written, as text', async () => {
    expect(await (await asBrowser('/guestbook')).text()).toContain('<form method="post"')
    const answer = await post(
      '/guestbook',
      new URLSearchParams({ name: 'Åsa', words: '<b>hi</b>' }),
    )
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/guestbook'])
    const page = await (await asBrowser('/guestbook')).text()
    expect(page).toContain('Åsa')
    expect(page).toContain('&lt;b&gt;hi&lt;/b&gt;')
  })

  it('refuses a form that is empty, of another type or too large', async () => {
    expect((await post('/guestbook', new URLSearchParams({ name: 'Åsa' }))).status).toBe(400)
    expect((await post('/guestbook', '{}')).status).toBe(400)
    const words = 'x'.repeat(2000)
    expect((await post('/guestbook', new URLSearchParams({ name: 'a', words }))).status).toBe(413)
  })

  it('weighs the bytes of an upload, up to its limit', async () => {
    const bytes = Buffer.from([0, 255, 13, 10])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await (await post('/signal', bytes)).json()).toEqual({ bytes: 4, sha256 })
    expect(await (await post('/signal', '')).json()).toMatchObject({ bytes: 0 })
    expect((await post('/signal', Buffer.alloc(1024 * 1024 + 1))).status).toBe(413)
  })

  it('shows its error page when an async handler throws', async () => {
    const answer = await asBrowser('/broken')
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain('The probe lost its antenna.')
  })

  it('says 404 for a planet and for a page that are not there', async () => {
    const planet = await asProgram('/planets/pluto')
    expect(planet.status).toBe(404)
    expect(await planet.json()).toEqual({
      status: 404,
      message: 'There is no planet called pluto.',
    })
    const page = await asBrowser('/<script>')
    expect(page.status).toBe(404)
    expect(await page.text()).not.toContain('<script>')
  })
})

describe('the port of the tour', () => {
  it('is named when it is taken', async () => {
    const other = createServer().listen(0)
    await once(other, 'listening')
    const { port } = /** @type {import('node:net').AddressInfo} */ (other.address())
    const { code, errors } = await runTour(String(port))
    other.close()
    expect(code).toBe(1)
    expect(errors).toMatch(
      new RegExp(`^Port ${port} is in use by another program.\\nChoose .*PORT=0`),
    )
    expect(errors).not.toContain('    at ')
  })

  it.each(['abc', '-1', '65536', '80.5', '1e3'])('is refused when it is %s', async (port) => {
    const { code, errors } = await runTour(port)
    expect(code).toBe(1)
    expect(errors).toMatch(new RegExp(`^PORT is '${port}', but`))
    expect(errors).not.toContain('    at ')
  })
})

/**
 * What curl would see.
 * @param {string} url
 * @param {string} options
 */
async function statusOf(url, options) {
  const [option, value = ''] = options.split(' ')
  /** @type {RequestInit} */
  const request = { redirect: 'manual' }
  if (option === '-r') request.headers = { range: `bytes=${value}` }
  if (option === '-d') Object.assign(request, postOf(unquoted(value)))
  if (option === '--data-binary') Object.assign(request, postOf(await readFile(value.slice(1))))
  return (await fetch(url, request)).status
}

/** @param {string} text */
function unquoted(text) {
  return text.replaceAll("'", '')
}

/** @param {string | Buffer} body */
function postOf(body) {
  return {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

/** @param {string} port */
function startTour(port) {
  return spawn(process.execPath, [program], { env: { ...process.env, PORT: port } })
}

/** A tour on a free port, once it has said where. */
async function openTour() {
  const child = startTour('0')
  let printed = ''
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The tour ended with ${code}: ${errors}`)))
    child.stdout.on('data', (chunk) => {
      printed += chunk
      if (printed.includes('pluto')) resolve(undefined)
    })
  })
  const origin = String(printed.match(/http:\/\/localhost:\d+/)?.[0])
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { origin, printed, stop }
}

/** A tour that is expected to end by itself. @param {string} port */
async function runTour(port) {
  const child = startTour(port)
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'close')
  return { code, errors }
}
