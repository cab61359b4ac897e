import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { freePorts } from '../../tools/free-ports.ts'
import { installLocked } from '../../tools/install-locked.ts'
import { ask } from './answer.ts'
import { until } from './until.ts'
import { writeFiles } from './write-files.ts'

/** HARDENING_FULL=1 sends a hundred thousand requests to each application. */
const REQUESTS = process.env.HARDENING_FULL ? 100_000 : 2000

/** Requests that are sent at once. */
const AT_ONCE = 4

const here = fileURLToPath(new URL('.', import.meta.url))
const cli = fileURLToPath(new URL('../../packages/cli/', import.meta.url))

interface Application {
  readonly script: string
  readonly files: Readonly<Record<string, string>>
  readonly args: (port: number) => readonly string[]
  readonly ready: string
  readonly paths: readonly string[]
  /** A path of which the response has a body. */
  readonly seeded: string
}

const posts = Array.from({ length: 25 }, (_, index) => ({
  id: index + 1,
  title: `post ${index + 1}`,
}))

const applications: Readonly<Record<string, Application>> = {
  'json-server': {
    script: 'json-server/lib/cli/bin.js',
    files: {
      'public/index.html': '<!doctype html><title>Home</title>',
      'db.json': JSON.stringify({ posts, profile: { name: 'a test' } }),
    },
    args: (port) => ['db.json', '--host', '127.0.0.1', '--port', `${port}`],
    ready: '/profile',
    paths: [
      ...['/', '/db', '/posts', '/posts/1', '/posts/99', '/profile', '/nothing', '/posts?q=post 2'],
      ...['/posts?_page=2&_limit=5', '/posts?_sort=title&_order=desc', '/posts?id=1&id=3'],
    ],
    seeded: '/posts/2',
  },
  verdaccio: {
    script: 'verdaccio/bin/verdaccio',
    files: {
      'config.yaml': `
storage: ./storage
auth: { htpasswd: { file: ./htpasswd, algorithm: sha1 } }
packages: { '**': { access: $all, publish: $authenticated } }
middlewares: { audit: { enabled: false } }
log: { type: stdout, format: pretty, level: fatal }
`,
    },
    args: (port) => ['--config', 'config.yaml', '--listen', `127.0.0.1:${port}`],
    ready: '/-/ping',
    paths: [
      ...['/-/ping', '/', '/-/verdaccio/data/packages', '/-/v1/search?text=first', '/none'],
      ...['/none/1.0.0', '/@scope%2fnone', '/-/whoami', '/-/static/none.js', '/%E0%A4%A'],
      ...['/-/package/none/dist-tags', '/none/-/none-1.0.0.tgz', '/-/verdaccio/data/sidebar/none'],
    ],
    seeded: '/-/ping',
  },
}

interface Report {
  readonly requests: Readonly<Record<'compared' | 'waiting' | 'dropped' | 'lost', number>>
  readonly routes: readonly {
    readonly route: string
    readonly verdict: string
    readonly compared: number
    readonly different: number
    readonly unlikeProgram: number
    readonly examples: readonly { readonly differences: readonly { readonly place: string }[] }[]
  }[]
}

beforeAll(() => {
  installLocked(cli)
  const { status } = spawnSync('npx', ['tsc', '-p', '.'], {
    cwd: cli,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
}, 300_000)

/** Runs an application under `webapp shadow` while a client uses it. */
async function shadow(
  { script, files, args, ready }: Application,
  client: (origin: string) => Promise<unknown>,
): Promise<Report> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-shadowed-')))
  const [port = 0] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  writeFiles(folder, files)
  const options = ['--sample', '1', '--queue', '200000', '--report', 'report.json']
  const child = spawn(
    process.execPath,
    [
      ...[join(cli, 'dist/main.js'), 'shadow', join(here, 'node_modules', script), ...options],
      ...['--', ...args(port)],
    ],
    {
      cwd: folder,
      env: {
        ...{ PATH: process.env.PATH, HOME: folder, NODE_ENV: 'production' },
        NODE_OPTIONS: `--require ${JSON.stringify(join(here, 'seed.cjs'))}`,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const read = () => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
  try {
    await until(() =>
      ask(origin, ready).then(
        () => true,
        () => false,
      ),
    )
    await client(origin)
    await until(async () => hasCompared(read, REQUESTS), 3_000_000)
    child.kill('SIGTERM')
    await once(child, 'exit')
    return read()
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function hasCompared(read: () => Report, least: number): boolean {
  try {
    const { compared, waiting } = read().requests
    return compared > least && waiting === 0
  } catch {
    return false // Not written yet.
  }
}

it.skipIf(process.platform === 'win32').each(Object.entries(applications))(
  '%s: no false alarm, and three seeded differences are found',
  async (_name, application) => {
    const { paths, seeded } = application
    const report = await shadow(application, async (origin) => {
      for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
        const batch = Array.from(
          { length: AT_ONCE },
          (_, at) => paths[(sent + at) % paths.length] ?? '/',
        )
        await Promise.all(batch.map((path) => ask(origin, encodeURI(path).replaceAll('%25', '%'))))
      }
      for (const kind of ['status', 'header', 'body']) await ask(origin, `${seeded}?seed=${kind}`)
    })
    expect(report.requests).toMatchObject({ dropped: 0, lost: 0 })
    const places = report.routes.flatMap(({ examples }) =>
      examples.map(({ differences }) => differences[0]?.place),
    )
    expect(report.routes.reduce((sum, { compared }) => sum + compared, 0)).toBeGreaterThan(REQUESTS)
    expect(
      report.routes.reduce((sum, { different }) => sum + different, 0),
      JSON.stringify(
        report.routes.filter(({ different }) => different > 0),
        null,
        1,
      ),
    ).toBe(3)
    expect(places.map((place) => place?.replace(/,.*/, ''))).toEqual([
      'status',
      'header x-seeded',
      'body',
    ])
  },
  3_600_000,
)
