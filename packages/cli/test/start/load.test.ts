import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { RunningCommand } from '../support/command.ts'
import { Load } from './load.ts'
import {
  createProject,
  greet,
  isRunning,
  PROGRAMS,
  pidsOf,
  plain,
  start,
  urlOf,
} from './support.ts'

// At full size: HARDENING_FULL=1 npx vitest run test/start/load.test.ts, in packages/cli.
const isFull = Boolean(process.env.HARDENING_FULL)
const ROUNDS = isFull ? 10 : 2
const REQUESTS = isFull ? 1_000_000 : 2000
/** Requests before and after a worker is killed. */
const PART = isFull ? 2000 : 100
const TIMEOUT = isFull ? 3_600_000 : 120_000

/** One line for the table in docs/load-and-faults.md. */
function report(title: string, values: Readonly<Record<string, unknown>>): void {
  if (isFull) console.log(`${title}: ${JSON.stringify(values)}`)
}

async function reload(command: RunningCommand): Promise<void> {
  const from = command.output.length
  command.child.kill('SIGHUP')
  await command.until(/: reloaded ms=/, from)
}

describe.skipIf(process.platform === 'win32')('under load', { timeout: TIMEOUT }, () => {
  it.each([
    ['webapp with shutdown', greet('x', PROGRAMS.webapp, 'webapp.shutdown(app)')],
    ['webapp without shutdown', greet('x')],
    ['Node', plain('x')],
  ])('no request fails while workers are replaced: %s', async (title, program) => {
    const command = start(createProject({ 'server.js': program }))
    const load = new Load({ url: await urlOf(command), kept: 6, fresh: 4 })
    const each = (isFull ? 100_000 : REQUESTS) / ROUNDS
    for (let round = 1; round <= ROUNDS; round++) {
      await reload(command)
      await load.reach(round * each)
    }
    await load.stop()
    expect(load.failures).toEqual([])
    const { requests, failures, longestGap } = load
    report(`reload, ${title}`, { ROUNDS, requests, failed: failures.length, longestGap })
  })

  it.skipIf(spawnSync('wrk', ['--version']).error !== undefined)(
    'wrk sees no failure while workers are replaced',
    async () => {
      const command = start(
        createProject({ 'server.js': greet('x', PROGRAMS.webapp, 'webapp.shutdown(app)') }),
      )
      const url = await urlOf(command)
      let requests = 0
      for (let round = 0; round < (isFull ? Number.POSITIVE_INFINITY : 1); round++) {
        const running = [runWrk(url, []), runWrk(url, ['--header', 'Connection: close'])]
        if (round < ROUNDS) await reload(command)
        for (const result of await Promise.all(running)) {
          expect(result).toMatchObject({ errors: 0, bad: 0 })
          requests += result.requests
        }
        if (requests >= REQUESTS && round + 1 >= ROUNDS) break
      }
      expect(requests).toBeGreaterThan(100)
      report('reload, wrk', { ROUNDS, requests, failed: 0 })
    },
  )

  it('only the requests of a worker that is killed fail', async () => {
    const command = start(createProject({ 'server.js': greet('x') }), ['--workers', '3'])
    const url = await urlOf(command)
    const load = new Load({ url, kept: 6, fresh: 4 })
    const killed = new Set<number>()
    for (let round = 1; round <= ROUNDS; round++) {
      await load.reach(load.requests + PART)
      const [victim = 0] = await pidsOf(url)
      const from = command.output.length
      process.kill(victim, 'SIGKILL')
      killed.add(victim)
      await expect.poll(() => isRunning(victim)).toBe(false)
      const after = performance.now()
      await command.until(/worker ready/, from)
      await load.reach(load.requests + PART)
      // Requests on new connections that began later go to other workers.
      const late = load.failures.filter(({ began, pid }) => began > after && pid === undefined)
      expect(late).toEqual([])
    }
    await load.stop()
    for (const { pid, reason } of load.failures) {
      expect(reason).toBe('ECONNRESET')
      if (pid !== undefined) expect(killed).toContain(pid)
    }
    // Each of the ten clients has one request at a time.
    expect(load.failures.length).toBeLessThanOrEqual(ROUNDS * 10)
    const { requests, failures, longestGap } = load
    report('killed', { ROUNDS, requests, failed: failures.length, longestGap })
  })

  it('no request fails while workers with too much memory are replaced', async () => {
    const leaks = `const kept = []
app.use('/leak', (req, res) => { kept.push(Buffer.alloc(1e6, 1)); res.json({ pid: process.pid }) })`
    const command = start(createProject({ 'server.js': greet('x', undefined, leaks) }), [
      ...['--workers', '2'],
      ...['--max-memory', '160M'],
    ])
    const url = await urlOf(command)
    const load = new Load({ url, kept: 3, fresh: 2 })
    const leaking = new Load({ url: `${url}leak`, kept: 1, fresh: 0 })
    await command.until(new RegExp(`(worker replaced.*){${ROUNDS}}`, 's'))
    await Promise.all([load.stop(), leaking.stop()])
    expect([...load.failures, ...leaking.failures]).toEqual([])
    const largest = [...command.output.matchAll(/memory (\d+)M/g)].map(([, size]) => Number(size))
    const { requests, longestGap } = load
    report('memory', { ROUNDS, requests, failed: 0, longestGap, largest: Math.max(...largest) })
  })
})

interface WrkResult {
  readonly requests: number
  readonly errors: number
  readonly bad: number
}

/** Runs wrk for a few seconds with 16 connections. */
async function runWrk(url: string, headers: readonly string[]): Promise<WrkResult> {
  const seconds = isFull ? 8 : 2
  const args = ['--threads', '1', '--connections', '16', '--duration', `${seconds}s`]
  const child = spawn('wrk', [...args, '--timeout', '30s', ...headers, url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
  const [, connect = 0, read = 0, write = 0, timeout = 0] =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output) ?? []
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
    errors: [connect, read, write, timeout].reduce<number>((sum, each) => sum + Number(each), 0),
    bad: Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0),
  }
}
