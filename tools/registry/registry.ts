import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../free-ports.ts'
import { installLocked } from '../install-locked.ts'
import { Program } from '../program.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

export interface Registry {
  readonly url: string
  /** What a program of npm, pnpm, yarn, Bun or Deno needs to use this registry alone. */
  readonly env: Readonly<Record<string, string>>
  /** The token of an account that may publish. Releases are built with the packages of the machine. */
  readonly publisher: Readonly<Record<string, string>>
  stop(): Promise<unknown>
}

/**
 * Starts Verdaccio on loopback. It has nothing but what is published there for our own names; every
 * other package comes from the registry that npm uses on this machine.
 */
export async function startRegistry(folder: string, names: readonly string[]): Promise<Registry> {
  installLocked(here)
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}/`
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const config = join(folder, 'verdaccio.json')
  writeFileSync(config, JSON.stringify(configuration(folder, names)))
  const program = new Program({
    name: 'Verdaccio',
    command: process.execPath,
    args: [
      join(here, 'node_modules/verdaccio/bin/verdaccio'),
      '--config',
      config,
      '--listen',
      `127.0.0.1:${port}`,
    ],
    async isReady() {
      try {
        return (await fetch(`${url}-/ping`)).ok
      } catch {
        return false
      }
    },
  })
  await program.start()
  const env = environment(url, home)
  const token = { [`npm_config_//${new URL(url).host}/:_authToken`]: await createAccount(url) }
  return { url, env, publisher: token, stop: () => program.stop() }
}

/** Registers an account, and returns its token. */
async function createAccount(url: string): Promise<string> {
  const name = 'maintainer'
  const response = await fetch(`${url}-/user/org.couchdb.user:${name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      password: randomUUID(),
      email: `${name}@a.example`,
      type: 'user',
    }),
  })
  const { token } = (await response.json()) as { token?: string }
  if (token === undefined) throw new Error(`Verdaccio registers no account: ${response.status}`)
  return token
}

function configuration(folder: string, names: readonly string[]): object {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  }).trim()
  const own = { access: '$all', publish: '$authenticated' }
  return {
    storage: join(folder, 'storage'),
    web: { enable: false },
    auth: { htpasswd: { file: join(folder, 'htpasswd') } },
    uplinks: { upstream: { url: upstream, timeout: '120s', max_fails: 100, fail_timeout: '1s' } },
    packages: {
      ...Object.fromEntries(names.map((name) => [name, own])),
      '@*/*': { access: '$all', proxy: 'upstream' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    middlewares: { audit: { enabled: false } },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  }
}

/** A home of its own keeps the configuration and the caches of the machine out. */
function environment(url: string, home: string): Record<string, string> {
  writeFileSync(
    join(home, '.npmrc'),
    `registry=${url}\naudit=false\nfund=false\nupdate-notifier=false\n`,
  )
  // `yarn create` installs globally.
  writeFileSync(join(home, '.yarnrc'), `registry "${url}"\nprefix "${join(home, 'global')}"\n`)
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CONFIG_HOME: join(home, 'config'),
    NPM_CONFIG_REGISTRY: url,
    npm_config_registry: url,
    npm_config_userconfig: join(home, '.npmrc'),
    npm_config_cache: join(home, 'npm-cache'),
    YARN_REGISTRY: url,
    BUN_CONFIG_REGISTRY: url,
    BUN_INSTALL_CACHE_DIR: join(home, 'bun-cache'),
    DENO_DIR: join(home, 'deno-cache'),
    CI: 'true',
  }
}
