import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { app } from './application.js'

// No port and no process: the application is asked where it stands.
describe('the application of the tour', () => {
  beforeAll(() => {
    // It notes each answer in the terminal.
    vi.spyOn(console, 'log').mockImplementation(() => {})
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })

  const browser = { accept: 'text/html,*/*;q=0.8' }

  it('knows a planet, for programs and for browsers', async () => {
    const planet = (await app.inject('/planets/saturn')).json()
    expect(planet).toMatchObject({ name: 'Saturn' })
    const page = await app.inject({ url: '/planets/saturn', headers: browser })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.text()).toContain('<h1>Saturn</h1>')
  })

  it('filters by its query', async () => {
    const answer = await app.inject({ url: '/api/planets', query: { moons: 90 } })
    expect(answer.json().map((/** @type {{ name: string }} */ { name }) => name)).toEqual([
      'Jupiter',
      'Saturn',
    ])
  })

  it('counts moons in a Response', async () => {
    const answer = await app.inject('/moons')
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.json()).toMatchObject({ Mercury: 0, Earth: 1, Mars: 2 })
  })

  it('takes a form, and shows what was written', async () => {
    const body = new URLSearchParams({ name: 'Ada', words: '<i>Hello</i>' })
    const answer = await app.inject({ method: 'POST', url: '/guestbook', body })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/guestbook'])
    expect((await app.inject('/guestbook')).text()).toContain('&lt;i&gt;Hello&lt;/i&gt;')
  })

  it('weighs a stream', async () => {
    async function* signal() {
      for (let n = 0; n < 100; n++) yield Buffer.alloc(1000, n)
    }
    const hash = createHash('sha256')
    for await (const chunk of signal()) hash.update(chunk)
    const answer = await app.inject({ method: 'POST', url: '/signal', body: signal() })
    expect(answer.json()).toEqual({ bytes: 100_000, sha256: hash.digest('hex') })
  })

  it('says no more than the head to HEAD, and a part of a file', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/style.css' })
    const part = await app.inject({ url: '/style.css', headers: { range: 'bytes=0-4' } })
    expect([head.statusCode, head.body.length]).toEqual([200, 0])
    expect(part.headers['content-range']).toBe(`bytes 0-4/${head.headers['content-length']}`)
  })

  it('answers a Request of the web', async () => {
    const response = await app.fetch(new Request('https://tour.test/distance/mars'))
    expect(await response.json()).toMatchObject({ from: 'Earth', to: 'Mars' })
  })

  it('shows its error page', async () => {
    const answer = await app.inject({ url: '/broken', headers: browser })
    expect(answer.statusCode).toBe(500)
    expect(answer.text()).toContain('The probe lost its antenna.')
  })
})
