import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { listFiles } from '../pages/pages.ts'
import { places } from '../places.ts'
import { createSite } from '../serve.ts'

const app = createSite(places.built)
const asset = `/${listFiles(places.built, '.js').find((path) => path.startsWith('assets/')) ?? ''}`
const read = (path: string) => readFileSync(join(places.built, path))

describe('addresses', () => {
  it('sends a page by its clean address', async () => {
    const response = await app.inject('/learn/routing')
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toEqual(read('learn/routing.html'))
  })

  it('sends a page whose name is also a folder', async () => {
    expect((await app.inject('/performance')).body).toEqual(read('performance.html'))
  })

  it.each([
    ['/learn/routing.html', '/learn/routing'],
    ['/learn/routing/', '/learn/routing'],
    ['/learn', '/learn/'],
    ['/learn/index.html', '/learn/'],
    ['/index.html', '/'],
    ['/learn?from=mail', '/learn/?from=mail'],
  ])('redirects %s to %s', async (from, to) => {
    const response = await app.inject(from)
    expect([response.statusCode, response.headers.location]).toEqual([301, to])
  })

  it('sends each page as Markdown under its address with .md', async () => {
    const response = await app.inject('/learn/routing.md')
    expect(response.headers['content-type']).toBe('text/markdown; charset=utf-8')
    expect(response.text()).toMatch(/^# Routing\n/)
  })

  it.each([
    '/missing',
    '/learn/missing.md',
    '/assets/',
    '/%zz',
    '/..%2fpackage.json',
    '/.env',
    '//',
  ])('sends the page for missing addresses for %s', async (url) => {
    const response = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(response.statusCode).toBe(404)
    expect(response.text()).toContain('Page not found')
  })

  it('sends a short text to a program that asks for a missing address', async () => {
    const response = await app.inject({ url: '/x.md', headers: { accept: 'text/plain' } })
    expect([response.statusCode, response.text()]).toEqual([404, 'Not Found: /x.md\n'])
  })

  it('refuses other methods', async () => {
    const response = await app.inject({ method: 'POST', url: '/' })
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  it('responds to HEAD without a body', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/learn/routing' })
    expect(response.body.length).toBe(0)
    expect(Number(response.headers['content-length'])).toBe(read('learn/routing.html').length)
  })
})

describe('headers', () => {
  it('lets browsers keep assets for a year and ask again for pages', async () => {
    const cacheOf = async (url: string) => (await app.inject(url)).headers['cache-control']
    expect(await cacheOf(asset)).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/')).toBe('no-cache')
    expect(await cacheOf('/learn/routing.md')).toBe('no-cache')
  })

  it('confirms a current copy with 304, for each encoding its own', async () => {
    const headers = { 'accept-encoding': 'br' }
    const { etag = '' } = (await app.inject({ url: '/', headers })).headers
    const again = { ...headers, 'if-none-match': String(etag) }
    expect((await app.inject({ url: '/', headers: again })).statusCode).toBe(304)
    const plain = { 'if-none-match': String(etag) }
    expect((await app.inject({ url: '/', headers: plain })).statusCode).toBe(200)
  })
})

describe('compression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('sends what the build compressed with %s', async (encoding, decode) => {
    for (const [url, path] of [
      ['/', 'index.html'],
      [asset, asset.slice(1)],
      ['/llms.txt', 'llms.txt'],
    ] as const) {
      const headers = { 'accept-encoding': encoding }
      const response = await app.inject({ url, headers })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers.vary).toContain('Accept-Encoding')
      expect(response.headers['content-type']).toBe((await app.inject(url)).headers['content-type'])
      expect(decode(response.body)).toEqual(read(path))
    }
  })

  it('sends the file itself to a client that takes no encoding', async () => {
    for (const value of ['identity', 'br;q=0, gzip;q=0', 'deflate']) {
      const response = await app.inject({ url: '/', headers: { 'accept-encoding': value } })
      expect(response.headers['content-encoding']).toBeUndefined()
      expect(response.body).toEqual(read('index.html'))
    }
  })

  it('has a compressed copy of every text that gains by it', () => {
    const paths = new Set(listFiles(places.built))
    const texts = [...paths].filter((path) => /\.(html|js|css|md|txt)$/.test(path))
    const large = texts.filter((path) => read(path).length > 2000)
    expect(large.filter((path) => !paths.has(`${path}.br`) || !paths.has(`${path}.gz`))).toEqual([])
  })
})

it('says what to do if the site is not built', () => {
  const empty = mkdtempSync(join(tmpdir(), 'webapp-site-'))
  try {
    expect(() => createSite(empty)).toThrow(`${empty} has no index.html: build the site first`)
  } finally {
    rmSync(empty, { recursive: true })
  }
})
