import { spawnSync } from 'node:child_process'
import { beforeAll, expect, it } from 'vitest'
import { installLocked } from '../../tools/install-locked.ts'
import { ask } from './answer.ts'
import { cli, shadow } from './shadowed.ts'
import { applications } from './shadowed-applications.ts'

/** HARDENING_FULL=1 sends a hundred thousand requests to each application. */
const REQUESTS = process.env.HARDENING_FULL ? 100_000 : 2000

/** SHADOW_MINUTES=10 sends requests for so long instead, and prints how many. */
const { SHADOW_MINUTES } = process.env

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
  const end = Date.now() + Number(SHADOW_MINUTES) * 60_000
  const isOver = (sent: number) =>
    SHADOW_MINUTES === undefined ? sent >= REQUESTS : Date.now() > end
  let sent = 0
  for (; !isOver(sent); sent += AT_ONCE) {
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
    let sent = 0
    const report = await shadow(application, async (origin, drained) => {
      sent = await load(origin, paths, drained)
      for (const kind of ['status', 'header', 'body']) await ask(origin, `${seeded}?seed=${kind}`)
      // The recorder connects while the application starts, so it may miss the first ones.
      return sent
    })
    if (SHADOW_MINUTES !== undefined) console.log(`${name}: ${JSON.stringify(report.requests)}`)
    expect(report.requests).toMatchObject({ dropped: 0, lost: 0 })
    const places = report.routes.flatMap(({ examples }) =>
      examples.map(({ differences }) => differences[0]?.place),
    )
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
