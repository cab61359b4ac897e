import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
    expect(tour.printed).toContain(`The tour is open: ${tour.origin}`)
    expect(tour.printed).toContain(`curl -i ${tour.origin}/planets/saturn`)
  })

  it('answers every address that it prints', async () => {
    const urls = [...tour.printed.matchAll(/curl -i (\S+)/g)].map((match) => String(match[1]))
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status))
    expect(statuses).toEqual([200, 200, 200, 200, 200, 500, 404])
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
      new RegExp(`^Port ${port} is taken by another program.\\nChoose .*PORT=0`),
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
