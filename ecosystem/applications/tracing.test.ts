import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('tracing/', import.meta.url))
const register = createRequire(import.meta.url).resolve('webapp/register')

interface Span {
  readonly name: string
  readonly parent: string | null
}

interface Sent {
  readonly errors: readonly (readonly [message: string, transaction: string])[]
  readonly transactions: readonly { readonly name: string; readonly spans: readonly string[] }[]
}

interface Outcome<Traced> {
  readonly answers: readonly number[]
  /** Whether handlers were inside of a span. */
  readonly active: readonly boolean[]
  readonly traced: Traced
}

function run<Traced>(...args: readonly string[]): Promise<Outcome<Traced>> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder }, (error, stdout) => {
      if (error) reject(error)
      else resolve(JSON.parse(stdout))
    })
  })
}

const answers = [200, 200, 500, 500, 404]
const names = (spans: readonly Span[]) => spans.map(({ name }) => name)

describe.each(['four', 'five'])('OpenTelemetry in an application of Express %s', (version) => {
  it.each([
    ['--require', './opentelemetry.cjs', 'app.cjs'],
    ['--import', './opentelemetry.mjs', 'app.mjs'],
  ])('has the same spans under webapp/register (%s)', async (flag, tracer, script) => {
    const program = [flag, tracer, `${version}/${script}`]
    const original = await run<Span[]>(...program)
    expect(await run(flag, register, ...program)).toEqual(original)
    expect(original.answers).toEqual(answers)
    expect(names(original.traced)).toContain('request handler - /users/:id')
  })

  it('has them in whatever order the two are loaded', async () => {
    const program = ['--import', register, `${version}/app.mjs`]
    const { traced } = await run<Span[]>('--import', './opentelemetry.mjs', ...program)
    expect(names(traced)).toContain('request handler - /users/:id')
  })
})

describe('OpenTelemetry and an import of webapp', () => {
  it('has the spans of HTTP alone', async () => {
    const { traced, active } = await run<Span[]>(
      '--require',
      './opentelemetry.cjs',
      'direct/app.cjs',
    )
    expect(names(traced)).toEqual(['GET', 'GET', 'GET', 'GET', 'GET'])
    expect(active).not.toContain(false)
  })

  it('has all spans when webapp is handed to the instrumentation', async () => {
    const original = await run('--require', './opentelemetry.cjs', 'four/app.cjs')
    const handed = await run('--require', './opentelemetry.cjs', 'direct/patched.cjs')
    expect(handed).toEqual(original)
  })
})

describe.each(['four', 'five'])('Sentry in an application of Express %s', (version) => {
  it('hears the same errors under webapp/register, but does not know the routes', async () => {
    const program = ['--import', './sentry.cjs', `${version}/sentry.cjs`]
    const original = await run<Sent>(...program)
    const ours = await run<Sent>('--import', register, ...program)
    expect(ours.answers).toEqual(answers)
    expect(ours.active).toEqual(original.active)
    expect(ours.traced.errors).toEqual(original.traced.errors)
    expect(ours.traced.errors).toHaveLength(2)
    // For these it rewrites the source of files inside of express, which are not there.
    expect(original.traced.transactions[0]?.name).toBe('GET /users/:id')
    expect(ours.traced.transactions[0]).toEqual({ name: 'GET /users/7', spans: [] })
  })
})

describe('Sentry and an import of webapp', () => {
  it('names transactions by their routes with a middleware', async () => {
    const { traced } = await run<Sent>('--import', './sentry.cjs', 'direct/sentry.cjs')
    expect(traced.transactions.map(({ name }) => name)).toEqual([
      'GET /users/:id',
      'GET /both',
      'GET /fail',
      'GET /refuse',
    ])
  })
})
