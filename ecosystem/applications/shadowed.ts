import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../tools/free-ports.ts'
import { ask } from './answer.ts'
import { until } from './until.ts'
import { writeFiles } from './write-files.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
export const cli = fileURLToPath(new URL('../../packages/cli/', import.meta.url))

/** A published application, and the requests of its clients. */
export interface Application {
  /** Below node_modules. */
  readonly script: string
  readonly files: (port: number) => Readonly<Record<string, string>>
  readonly args: (port: number) => readonly string[]
  readonly ready: string
  readonly paths: readonly string[]
  /** A path of which the response has a body. */
  readonly seeded: string
}

export interface Report {
  readonly requests: Readonly<
    Record<'compared' | 'different' | 'waiting' | 'dropped' | 'lost', number>
  >
  readonly routes: readonly {
    readonly route: string
    readonly verdict: string
    readonly compared: number
    readonly different: number
    readonly unlikeProgram: number
    readonly examples: readonly { readonly differences: readonly { readonly place: string }[] }[]
  }[]
}

/** How long the copies may take, and how often the report is read, which costs them time; in milliseconds. */
const DRAINED = [3_000_000, 500] as const

/** What a client does. `drained` resolves when the copies have no request waiting. */
type Client = (origin: string, drained: () => Promise<void>) => Promise<number>

/** Runs an application under `webapp shadow` while a client uses it, which returns how often it asked. */
export async function shadow(
  { script, files, args, ready }: Application,
  client: Client,
): Promise<Report> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-shadowed-')))
  const [port = 0] = await freePorts(1)
  const origin = `http://127.0.0.1:${port}`
  writeFiles(folder, files(port))
  const options = '--sample 1 --queue 500000 --timeout 60s --report report.json'.split(' ')
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
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk).slice(-20_000)
  })
  const read = () => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
  try {
    await until(() =>
      ask(origin, ready).then(
        () => true,
        () => false,
      ),
    )
    const drained = (asked = 0) =>
      until(
        async () => {
          child.kill('SIGUSR2')
          return hasCompared(read, asked)
        },
        ...DRAINED,
      )
    await drained(await client(origin, drained))
    child.kill('SIGTERM')
    await once(child, 'exit')
    return read()
  } catch (error) {
    throw new Error(output, { cause: error })
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function hasCompared(read: () => Report, least: number): boolean {
  try {
    const { compared, lost, waiting } = read().requests
    return compared + lost >= least && waiting === 0
  } catch {
    return false // Not written yet.
  }
}
