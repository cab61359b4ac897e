import { spawnSync } from 'node:child_process'
import { beforeAll, expect, it } from 'vitest'
import { installLocked } from '../../tools/install-locked.ts'
import { ask } from './answer.ts'
import { cli, shadow } from './shadowed.ts'
import { applications } from './shadowed-applications.ts'

const { HARDENING_FULL, SHADOW_MINUTES } = process.env

/** SHADOW_MINUTES=10 sends requests for so long; with HARDENING_FULL=1, for no longer than that. */
const MINUTES = Number(SHADOW_MINUTES ?? Number.POSITIVE_INFINITY)

/** HARDENING_FULL=1 sends a hundred thousand requests to each application. */
const REQUESTS = HARDENING_FULL
  ? 100_000
  : SHADOW_MINUTES === undefined
    ? 2000
    : Number.POSITIVE_INFINITY

/** Long runs print a line for each application, for docs/guide/shadow.md. */
const isLong = HARDENING_FULL !== undefined || SHADOW_MINUTES !== undefined

/** Requests that are sent at once. */
const AT_ONCE = 4

/** The client waits for the copies after so many requests: the bodies of those that wait need memory. */
const ROUND = 4000

beforeAll(() => {
  installLocked(cli)
  const { status } = spawnSync('npx', ['tsc', '-p', '.'], {
    cwd: cli,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
}, 300_000)

/** Sends requests until there are enough; returns how many. */
async function load(
  origin: string,
  paths: readonly string[],
  drained: () => Promise<void>,
): Promise<number> {
  const end = Date.now() + MINUTES * 60_000
  let sent = 0
  for (; sent < REQUESTS && Date.now() < end; sent += AT_ONCE) {
    if (sent > 0 && sent % ROUND === 0) await drained()
    const batch = Array.from(
      { length: AT_ONCE },
      (_, at) => paths[(sent + at) % paths.length] ?? '/',
    )
    await Promise.all(batch.map((path) => ask(origin, encodeURI(path).replaceAll('%25', '%'))))
  }
  return sent
}

it.skipIf(process.platform === 'win32').each(Object.entries(applications))(
  '%s: no false alarm, and three seeded differences are found',
  async (name, application) => {
    const { paths, seeded } = application
    const started = Date.now()
    let sent = 0
    const report = await shadow(application, async (origin, drained) => {
      sent = await load(origin, paths, drained)
      for (const kind of ['status', 'header', 'body']) await ask(origin, `${seeded}?seed=${kind}`)
      // The recorder connects while the application starts, so it may miss the first ones.
      return sent
    })
    const places = report.routes.flatMap(({ examples }) =>
      examples.map(({ differences }) => differences[0]?.place),
    )
    if (isLong) {
      const minutes = ((Date.now() - started) / 60_000).toFixed(1)
      const { compared, different, lost, dropped } = report.requests
      console.log(
        `${name}: ${sent} requests in ${minutes} minutes; ${compared} compared, ` +
          `${compared - different} equal, ${different} different (${places.join('; ')}), ` +
          `${lost} lost, ${dropped} dropped`,
      )
    }
    expect(report.requests).toMatchObject({ dropped: 0, lost: 0 })
    expect(report.requests.compared).toBeGreaterThanOrEqual(sent)
    const differing = report.routes.filter(({ different }) => different > 0)
    expect(
      differing.reduce((sum, { different }) => sum + different, 0),
      JSON.stringify(differing, null, 1),
    ).toBe(3)
    expect(places.map((place) => place?.replace(/,.*/, ''))).toEqual([
      'status',
      'header x-seeded',
      'body',
    ])
  },
  3_600_000,
)
