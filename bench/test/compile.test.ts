import { appendFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counts, compile, measure, writeProgram } from '../compile/compiler.ts'
import { complete } from '../compile/editor.ts'
import { createProgram } from '../compile/program.ts'
import { styles } from '../compile/styles.ts'

const root = fileURLToPath(
  new URL(`../../node_modules/.cache/compile-${process.pid}/`, import.meta.url),
)
const ROUTES = 100

/** Compiles the program of webapp. The counts of the compiler are the same in each run. */
function count(calls: number): Counts {
  return compile(write(ROUTES, calls))
}

function write(routes: number, calls: number): string {
  const folder = `${root}${routes}-${calls}`
  writeProgram(folder, createProgram(styles.webapp, { routes, calls }))
  return folder
}

describe('the types of a client of 100 routes', () => {
  let server: Counts
  beforeAll(() => {
    server = count(0)
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  // 1.15 times as much is the target for the time of `tsc`. It also reads the libraries and binds the
  // files, so the counts of the checker alone grow faster than the time.
  it('cost the compiler little for ten calls', () => {
    const client = count(10)
    expect(client.instantiations / server.instantiations).toBeLessThan(1.2)
    expect(client.types / server.types).toBeLessThan(1.15)
  })

  it('cost the compiler little for a call of each route', () => {
    const client = count(ROUTES)
    expect(client.instantiations / server.instantiations).toBeLessThan(1.35)
    expect(client.types / server.types).toBeLessThan(1.25)
  })

  // An editor checks the file after each letter. The options and responses of all routes would be 27,000.
  it('cost little while a path is not complete', () => {
    const folder = write(ROUTES, 1)
    const { cost: whole } = measure(folder)
    appendFileSync(`${folder}/client.ts`, "api.get('')\n")
    const { cost, mistakes } = measure(folder)
    expect(mistakes).toHaveLength(1)
    expect(cost.instantiations - whole.instantiations).toBeLessThan(2_000)
  })

  it('let an editor complete methods, paths, options and bodies', () => {
    const folder = write(55, 1)
    const [methods, paths, options, params, body] = complete(folder, [
      'api.¦',
      "api.patch('¦')",
      "api.get('/m1/items10', { ¦ })",
      "api.get('/m1/items10/:id', { params: { ¦ } })",
      "api.post('/m1/items10', { body: { ¦ } })",
    ]).places.map(({ names }) => [...names].sort())
    expect(methods).toEqual(['delete', 'get', 'head', 'options', 'patch', 'post', 'put'])
    const resources = Array.from({ length: 11 }, (_, at) => at)
    const every = resources.map((at) => `/m${Math.floor(at / 10)}/items${at}/:id`)
    expect(paths).toEqual(every.sort())
    expect(options).toEqual(['headers?', 'query?', 'signal?'])
    expect(params).toEqual(['id'])
    expect(body).toEqual(['amount10?', 'name', 'owner', 'state', 'tags'])
  })
})
