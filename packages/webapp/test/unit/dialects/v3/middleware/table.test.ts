import Module, { createRequire } from 'node:module'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { middleware } from '../../../../../src/dialects/v3/middleware/table.ts'
import { noticesOf } from '../../../../support/notices.ts'

/** Node's loader, which has no documented name. */
const loader = Module as unknown as {
  _resolveFilename: (name: string, ...rest: unknown[]) => string
}

type Factory = (...args: unknown[]) => never
const createFactory = () => Object.defineProperties({}, middleware) as Record<string, Factory>

describe('the middleware of 3.x', () => {
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
    ['cookieSession', 1],
    ['csrf', 1],
    ['errorHandler', 1],
    ['favicon', 2],
    ['json', 1],
    ['limit', 1],
    ['logger', 1],
    ['methodOverride', 1],
    ['multipart', 1],
    ['query', 0],
    ['responseTime', 1],
    ['staticCache', 1],
    ['timeout', 2],
    ['urlencoded', 1],
    ['vhost', 2],
  ])('has %s(), a function of %i', (name, length) => {
    expect(createFactory()[name]).toHaveLength(length)
  })

  describe.each([
    ['compress', 'compression'],
    ['directory', 'serve-index'],
    ['session', 'express-session'],
  ])('%s', (name, packageName) => {
    const { _resolveFilename: resolve } = loader
    afterEach(() => {
      loader._resolveFilename = resolve
    })

    it('names the package to install', async () => {
      // Another test may have loaded the package.
      vi.resetModules()
      const table = await import('../../../../../src/dialects/v3/middleware/table.ts')
      const factory = Object.defineProperties({}, table.middleware) as Record<string, Factory>
      loader._resolveFilename = function (wanted, ...rest) {
        if (wanted === packageName) throw new Error('not found')
        return resolve.call(this, wanted, ...rest)
      }
      expect(() => factory[name]).toThrow(
        `webapp.${name} is the package "${packageName}", which is not installed: ` +
          `npm install ${packageName}`,
      )
    })

    it('has the members of the package that the application has installed', () => {
      const installed = createRequire(import.meta.url)(packageName)
      expect({ ...createFactory()[name] }).toEqual({ ...installed })
    })
  })

  it.each([
    ['compress', 'compression'],
    ['directory', 'serve-index'],
  ])('%s is the package %s', (name, packageName) => {
    expect(createFactory()[name]).toBe(createRequire(import.meta.url)(packageName))
  })

  it('gives no notice of the options of session that programs of its time do not know', async () => {
    const { session } = createFactory()
    const notices = await noticesOf(() => session?.({ secret: 'a secret' }))
    expect(notices).toEqual([])
  })

  it('can be replaced by assignment', () => {
    const factory = createFactory()
    const mine = () => undefined as never
    factory.session = mine
    expect(factory.session).toBe(mine)
    expect(Object.keys(factory)).toContain('session')
  })
})
