import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { middleware } from '../../../../../src/dialects/v3/middleware/table.ts'
import { serve, setUpServers, tell } from './chain.ts'

setUpServers()

type Factory = (...args: unknown[]) => never
const createFactory = () => Object.defineProperties({}, middleware) as Record<string, Factory>

describe('the middleware of 3.x', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'webapp-home-'))
    vi.spyOn(process, 'cwd').mockReturnValue(home)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(home, { recursive: true })
  })

  function install(packageName: string, code: string): void {
    const folder = join(home, 'node_modules', packageName)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'index.js'), code)
  }

  it('has the names of the original but for static, in its order', () => {
    expect(Object.keys(createFactory())).toEqual([
      ...['basicAuth', 'bodyParser', 'compress', 'cookieParser', 'cookieSession', 'csrf'],
      ...['directory', 'errorHandler', 'favicon', 'json', 'limit', 'logger', 'methodOverride'],
      ...['multipart', 'query', 'responseTime', 'session', 'staticCache', 'timeout'],
      ...['urlencoded', 'vhost'],
    ])
  })

  it.each([
    ['basicAuth', 2],
    ['bodyParser', 1],
    ['cookieParser', 2],
    ['errorHandler', 1],
    ['json', 1],
    ['limit', 1],
    ['logger', 1],
    ['methodOverride', 1],
    ['multipart', 1],
    ['query', 0],
    ['urlencoded', 1],
  ])('has %s(), a function of %i', (name, length) => {
    expect(createFactory()[name]).toHaveLength(length)
  })

  it.each([
    ['directory', 'serve-index'],
    ['csrf', 'csurf'],
    ['vhost', 'vhost'],
    ['cookieSession', 'cookie-session'],
  ])('loads %s where it is installed, else names what to install', (name, packageName) => {
    const read = () => createFactory()[name]
    // What other packages of this workspace depend on may lie in reach.
    if (isInstalled(packageName)) expect(read()).toBeInstanceOf(Function)
    else expect(read).toThrow(`npm install ${packageName}`)
  })

  it('says that staticCache is gone', () => {
    expect(() => createFactory().staticCache).toThrow('webapp.static')
  })

  it('loads a successor that the application has installed, once', () => {
    install('connect-timeout', 'module.exports = function timeout() {}')
    const { timeout } = createFactory()
    expect(timeout?.name).toBe('timeout')
    expect(createFactory().timeout).toBe(timeout)
  })

  it('gives the successor of cookieSession the options that it knows', async () => {
    install(
      'cookie-session',
      'module.exports = (options) => (req, res, next) => { req.seen = options; next() }',
    )
    const { cookieSession } = createFactory()
    const setSecret = (req: { secret?: string }, _: unknown, next: () => void) => {
      req.secret = 'of the cookie parser'
      next()
    }
    const seen = tell((req) => req.seen)
    const own = cookieSession?.({ key: 'k', secret: 's', cookie: { maxAge: 5 } })
    const first = await serve(own as never, seen)
    expect((await first.request()).json()).toEqual({
      name: 'k',
      overwrite: true,
      secret: 's',
      maxAge: 5,
    })
    const second = await serve(setSecret, cookieSession?.() as never, seen)
    expect((await second.request()).json()).toMatchObject({
      name: 'connect.sess',
      secret: 'of the cookie parser',
    })
  })

  it('gives the successor of vhost stars that take in dots, and servers as functions', async () => {
    install(
      'vhost',
      `module.exports = (hostname, handle) => (req, res, next) =>
        hostname.test(req.headers.host) ? handle(req, res) : next()`,
    )
    const { vhost } = createFactory()
    const server = createServer((_req, res) => res.end('"of the server"'))
    const { request } = await serve(
      vhost?.('*.Main.test', server) as never,
      tell(() => 'other'),
    )
    const ask = async (host: string) => (await request('/', { headers: { host } })).json()
    const answers = await Promise.all(['a.main.test', 'a.b.main.test', 'main.test'].map(ask))
    expect(answers).toEqual(['of the server', 'of the server', 'other'])
    expect(await ask(`${'a.'.repeat(150)}main.test`)).toBe('other')
  })

  it('can be replaced by assignment', () => {
    const factory = createFactory()
    const mine = () => undefined as never
    factory.session = mine
    expect(factory.session).toBe(mine)
    expect(Object.keys(factory)).toContain('session')
  })
})

function isInstalled(packageName: string): boolean {
  try {
    createRequire(import.meta.url).resolve(packageName)
    return true
  } catch {
    return false
  }
}
