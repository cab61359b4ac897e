import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Result } from './smoke-run.ts'

/** The groups of checks that need neither a process nor a socket of their own. */
const GROUPS = [
  'routing',
  'bodies',
  'views',
  'errors',
  'responses',
  'extensions',
  'context',
  'live',
]

/** Newer dates bring more of Node to workers; `nodejs_compat` brings its modules. */
const COMPATIBILITY = 'compatibilityDate = "2026-07-01", compatibilityFlags = ["nodejs_compat"]'

/** What a bundle for workers has in front: esbuild keeps the `require` of Node's modules in CommonJS. */
const REQUIRE =
  "import { createRequire } from 'node:module'; const require = createRequire('file:///worker.js');"

/** Bundles a worker as wrangler does: for browsers, with the modules of Node outside. */
export async function bundleWorker(
  entry: string,
  outfile: string,
  { minify = false, env = 'production' } = {},
): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*', ...builtinModules],
    banner: { js: REQUIRE },
    define: { 'process.env.NODE_ENV': JSON.stringify(env) },
    logLevel: 'error',
  })
}

/** A process of workerd with one worker. */
export class Worker {
  readonly #child: ChildProcess
  readonly origin: string

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child
    this.origin = origin
  }

  /**
   * Starts workerd with `worker.js` of a folder, on a port that the system chooses. Settings are further
   * fields of the worker, such as its Durable Objects.
   */
  static async start(
    program: string,
    folder: string,
    { settings = '', bindings = '' } = {},
  ): Promise<Worker> {
    const config = join(folder, 'config.capnp')
    writeFileSync(config, formatConfig(settings, bindings))
    const child = spawn(program, ['serve', config, '--control-fd=3'], {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    })
    for await (const line of createInterface({ input: child.stdio[3] as Readable })) {
      const { event, port } = JSON.parse(line) as { event: string; port?: number }
      if (event === 'listen') return new Worker(child, `http://127.0.0.1:${port}`)
    }
    throw new Error(`${program} ended before it listened`)
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill()
    await ended
  }
}

function formatConfig(settings: string, bindings: string): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [(name = "GREETING", text = "hello")${bindings}],
  ${settings}${COMPATIBILITY}
);
`
}

/** Runs the checks in workerd, in a worker that has the packed package of the folder. */
export async function runWorkerSmoke(program: string, folder: string): Promise<Result[]> {
  await bundleWorker(join(folder, 'worker.mjs'), join(folder, 'worker.js'), { env: 'test' })
  const worker = await Worker.start(program, folder)
  try {
    const results = [await weighWorker(folder)]
    for (const group of GROUPS) {
      const response = await fetch(`${worker.origin}/?group=${group}`)
      if (!response.ok) throw new Error(`${group}: ${response.status} ${await response.text()}`)
      results.push(...((await response.json()) as Result[]))
    }
    return results
  } finally {
    await worker.end()
  }
}

/** The largest size of a worker with one route, minified and compressed. */
const LARGEST = 120 * 1024

async function weighWorker(folder: string): Promise<Result> {
  const outfile = join(folder, 'small-worker.js')
  await bundleWorker(join(folder, 'small-worker.mjs'), outfile, { minify: true })
  const size = gzipSync(readFileSync(outfile), { level: 9 }).length
  const check = {
    group: 'loading',
    name: 'a worker has at most 120 KB, compressed',
    dialect: '5.x',
  }
  if (size <= LARGEST) return { ...check, outcome: 'passed' }
  return { ...check, outcome: 'failed', reason: `${size} bytes` }
}
