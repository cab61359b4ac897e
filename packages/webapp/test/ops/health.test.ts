import { expect, it } from 'vitest'
import { health } from '../../src/ops.ts'
import { createGate } from '../fixtures/gate.ts'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

describeDialects('health()', ['5.x', '4.x', '3.x'], (t) => {
  it('responds to the probes below its mount path, and passes all else', async () => {
    t.app.use('/health', health() as never)
    t.app.use(((_req: never, res: never) => Object(res).status(404).send('other')) as never)
    for (const path of ['/health/live', '/health/ready', '/health/ready?verbose=1']) {
      const answer = await t.request(path)
      expect(answer).toMatchObject({ status: 200, text: '{"status":"ok"}' })
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
      })
    }
    expect(await t.request('/health/live', { method: 'HEAD' })).toMatchObject({
      status: 200,
      text: '',
    })
    for (const path of ['/live', '/health', '/health/', '/health/live/x', '/health/READY']) {
      expect((await t.request(path)).text).toBe('other')
    }
    expect((await t.request('/health/live', { method: 'POST' })).text).toBe('other')
  })

  it('is not ready while a check fails, and tells details where they are allowed', async () => {
    const checks = {
      throws() {
        throw new Error('no connection to db.internal')
      },
      rejects: () => Promise.reject(new Error('refused')),
      denies: () => false,
      passes: () => Promise.resolve(0),
    }
    t.app.use('/plain', health({ checks }) as never)
    const details = (req: { headers: object }) => 'x-own' in req.headers
    t.app.use('/full', health({ checks, details }) as never)
    expect(await t.request('/plain/ready')).toMatchObject({
      status: 503,
      text: '{"status":"unavailable"}',
    })
    expect((await t.request('/plain/live')).status).toBe(200)
    expect((await t.request('/full/ready')).text).toBe('{"status":"unavailable"}')
    const full = JSON.parse((await t.request('/full/ready', { headers: { 'X-Own': '1' } })).text)
    expect(full).toEqual({
      status: 'unavailable',
      reasons: ['throws', 'rejects', 'denies'],
      checks: {
        throws: { status: 'failed', ms: expect.any(Number), error: 'no connection to db.internal' },
        rejects: { status: 'failed', ms: expect.any(Number), error: 'refused' },
        denies: { status: 'failed', ms: expect.any(Number), error: 'the check returned false' },
        passes: { status: 'ok', ms: expect.any(Number) },
      },
    })
  })

  it('ends a check that takes too long, and aborts its signal', async () => {
    const aborted = createGate()
    let reason: unknown
    const hangs = (signal: AbortSignal) =>
      new Promise(() => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
          aborted.open()
        })
      })
    t.app.use(health({ checks: { hangs }, timeout: 20, details: true }) as never)
    const answer = await t.request('/ready')
    await aborted.opened
    expect(answer.status).toBe(503)
    expect(JSON.parse(answer.text).checks.hangs).toMatchObject({
      status: 'timeout',
      error: 'the check hangs took longer than 20 ms',
    })
    expect(reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('runs a check once for requests that arrive together, and uses its result for a while', async () => {
    let runs = 0
    const gate = createGate()
    const slow = async () => {
      runs++
      await gate.opened
    }
    t.app.use('/kept', health({ checks: { slow }, cache: 3_600_000 }) as never)
    t.app.use('/fresh', health({ checks: { slow }, cache: 0 }) as never)
    const both = [t.request('/kept/ready'), t.request('/kept/ready')]
    setImmediate(gate.open)
    await Promise.all(both)
    await t.request('/kept/ready')
    expect(runs).toBe(1)
    await t.request('/fresh/ready')
    await t.request('/fresh/ready')
    expect(runs).toBe(3)
  })

  it('stays in order whatever a check throws', async () => {
    let value: unknown
    const check = () => Promise.reject(value)
    t.app.use(health({ checks: { check }, cache: 0, details: true }) as never)
    const ask = async (thrown: unknown) => {
      value = thrown
      const { status, text } = await t.request('/ready')
      return [status, JSON.parse(text).checks.check.error]
    }
    const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' })
    expect(await ask(refused)).toEqual([503, 'ECONNREFUSED'])
    expect(await ask(Object.create(null))).toEqual([503, 'an error that cannot be shown'])
    expect(await ask(undefined)).toEqual([503, undefined])
    expect(await ask('text')).toEqual([503, 'text'])
  })

  it('does not call a check again that still hangs', async () => {
    let [calls, hangs] = [0, true]
    const gate = createGate()
    const check = () => {
      calls++
      return hangs ? gate.opened : true
    }
    t.app.use(health({ checks: { check }, timeout: 200, cache: 0 }) as never)
    expect((await t.request('/ready')).status).toBe(503)
    expect((await t.request('/ready')).status).toBe(503)
    expect(calls).toBe(1)
    hangs = false
    gate.open()
    await expect.poll(async () => (await t.request('/ready')).status).toBe(200)
  })

  it('gives the error of a failed response to the error handlers', async () => {
    t.app.use(((_req: never, res: object, next: () => void) => {
      Object.assign(res, {
        writeHead() {
          Reflect.deleteProperty(res, 'writeHead')
          throw new Error('of a wrapper')
        },
      })
      next()
    }) as never)
    t.app.use(health() as never)
    t.app.use(((error: Error, _req: never, res: never, _next: never) => {
      Object(res).send(error.message)
    }) as never)
    expect((await t.request('/ready')).text).toBe('of a wrapper')
  })

  it('is not ready while the application closes', async () => {
    const gate = createGate()
    const begun = createGate()
    t.app.use('/health', health({ details: true }) as never)
    t.app.get('/slow', (_req, res) => {
      begun.open()
      void gate.opened.then(() => res.end('done'))
    })
    const slow = t.request('/slow')
    await begun.opened
    const closing = t.app.close()
    const answer = await t.app.inject('/health/ready')
    expect(answer.statusCode).toBe(503)
    expect(JSON.parse(String(answer.body))).toEqual({ status: 'unavailable', reasons: ['closing'] })
    expect((await t.app.inject('/health/live')).statusCode).toBe(200)
    gate.open()
    await slow
    await closing
  })

  it('is in the list of routes', () => {
    t.app.use('/health', health() as never)
    const paths = t.webapp.routes(t.app as never).map(({ path }: { path: unknown }) => path)
    expect(paths).toEqual(['/health/live', '/health/ready'])
  })

  it('works over HTTP/2', async () => {
    t.app.use(health() as never)
    const link = await startHttp2(t.app as never)
    expect((await link.ask('/ready')).text).toBe('{"status":"ok"}')
  })
})

it('refuses wrong options', () => {
  expect(() => health({ checks: { db: 1 as never } })).toThrow(
    'the check db must be a function, got 1',
  )
  expect(() => health({ checks: [] as never })).toThrow('checks must be an object of functions')
  expect(() => health({ timeout: 0 })).toThrow('timeout must be milliseconds from 1 on, got 0')
  expect(() => health({ cache: Number.NaN })).toThrow('cache must be milliseconds from 0 on')
  expect(() => health({ details: 'yes' as never })).toThrow(
    'details must be a boolean or a function',
  )
})
