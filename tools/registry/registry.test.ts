import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../free-ports.ts'
import { readManifest, readSettings } from '../release/settings.ts'
import { fetchRuntime } from '../runtimes/fetch-runtime.ts'
import { runtimes } from '../runtimes/runtimes.ts'
import { Project } from './project.ts'
import { type Registry, startRegistry } from './registry.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { names, packages } = readSettings(root)
const published = packages.map(({ folder }) => readManifest(join(root, folder)).name)
const managers = fileURLToPath(new URL('./node_modules/.bin', import.meta.url))
const tsc = join(root, 'node_modules/typescript/bin/tsc')
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs')

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-registry-')))
let registry: Registry
let repository: Project
let previous = ''
let latest = ''
let canary = ''

/** A program that sends its application a request, in the form of a module system or a runtime. */
function program(load: string): string {
  return `${load}
const app = webapp()
app.get('/users/:id', (req, res) => res.json({ id: req.params.id }))
app.inject('/users/7').then((response) => console.log(response.statusCode, response.body.toString()))
`
}

const asModule = program(`import webapp from '${names.framework}'`)
const asCommonJs = program(`const webapp = require('${names.framework}')`)
const response = '200 {"id":"7"}\n'

beforeAll(async () => {
  registry = await startRegistry(folder, published)
})
afterAll(async () => {
  await registry?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function project(name: string, env = registry.env): Project {
  return new Project(join(folder, 'projects', name), env)
}

/** A clone of this commit, with a name for the commits of its releases. */
async function clone(name: string): Promise<Project> {
  const place = project(name, registry.publisher)
  await place.run('git', 'clone', '--quiet', '--no-hardlinks', root, '.')
  await place.run('git', 'config', 'user.name', 'A Name')
  await place.run('git', 'config', 'user.email', 'name@a.example')
  return place
}

/** Makes a release of a repository, with its tests left out: they are steps of CI themselves. */
function release(place: Project, ...args: readonly string[]): Promise<string> {
  const options = ['--root', place.folder, '--registry', registry.url, '--gate', 'node -e 0']
  const tool = join(root, 'tools/release/main.ts')
  return place.run(process.execPath, tsx, tool, ...options, ...args)
}

describe('releases of this repository', () => {
  it('are published from a clone, with the bytes of another clone at another time', async () => {
    const other = await clone('another/folder/other')
    const out = join(folder, 'out')
    await release(other, '--dry-run', '--out', out)
    repository = await clone('repository')
    await release(repository)
    previous = versionIn(repository)
    const files = readdirSync(out).filter((file) => file !== 'notes.md')
    expect(files).toHaveLength(2 * published.length + 1)
    for (const file of files) {
      const published = readFileSync(join(repository.folder, 'released', previous, file))
      expect(published.equals(readFileSync(join(out, file))), file).toBe(true)
    }
  })

  it('are followed by the next version, and by a preview of the one after it', async () => {
    const fragment = `---\n"${names.framework}": minor\n---\n\nA feature.\n`
    repository.write('.changeset/a-feature.md', fragment)
    await repository.run('git', 'add', '--all')
    await repository.run('git', 'commit', '--quiet', '--message', 'a feature')
    const output = await release(repository)
    latest = versionIn(repository)
    expect(output).toContain(`v${latest}`)
    expect(latest).not.toBe(previous)
    canary = /== (\S+),/.exec(await release(repository, '--tag', 'canary'))?.[1] ?? ''
    const user = project('view')
    for (const name of published) {
      const tags = JSON.parse(await user.run('npm', 'view', name, 'dist-tags', '--json'))
      expect(tags, name).toEqual({ latest, canary })
    }
  })
})

function versionIn({ folder }: Project): string {
  return readManifest(join(folder, packages[0]?.folder ?? '')).version
}

interface Manager {
  readonly name: string
  readonly program: string
  /** Adds a package to a project. */
  readonly add: readonly string[]
  /** Starts a program of a project. */
  readonly exec: readonly [string, ...string[]]
  /** Separates the arguments of its command `create` from those of the package. */
  readonly separator: readonly string[]
  /** Whether its command `create` takes a version. */
  readonly createsByTag: boolean
}

const pnpm = join(managers, 'pnpm')
const yarn = join(managers, 'yarn')

const packageManagers: readonly Manager[] = [
  {
    name: 'npm',
    program: 'npm',
    add: ['install'],
    exec: ['npx'],
    separator: ['--'],
    createsByTag: true,
  },
  {
    name: 'pnpm',
    program: pnpm,
    add: ['add'],
    exec: [pnpm, 'exec'],
    separator: [],
    createsByTag: true,
  },
  {
    name: 'yarn',
    program: yarn,
    add: ['add'],
    exec: [yarn, 'run'],
    separator: [],
    createsByTag: false,
  },
]

describe.each(packageManagers)(
  'with $name, a user',
  ({ name, program, add, exec, separator, createsByTag }) => {
    let user: Project

    beforeAll(() => {
      user = project(name)
      user.write('package.json', '{ "private": true }')
      user.write('app.mjs', asModule)
      user.write('app.cjs', asCommonJs)
    })

    it('installs a version, and upgrades it to the next', async () => {
      await user.run(program, ...add, `${names.framework}@${previous}`)
      expect(user.versionOf(names.framework)).toBe(previous)
      expect(await user.run(process.execPath, 'app.mjs')).toBe(response)
      await user.run(program, ...add, `${names.framework}@latest`)
      expect(user.versionOf(names.framework)).toBe(latest)
    })

    it('loads it from an ES module and from CommonJS', async () => {
      expect(await user.run(process.execPath, 'app.mjs')).toBe(response)
      expect(await user.run(process.execPath, 'app.cjs')).toBe(response)
    })

    it('compiles TypeScript with its types', async () => {
      await user.run(program, ...add, '-D', '@types/node@20')
      user.write('typed/package.json', '{ "type": "module" }')
      user.write(
        'typed/app.ts',
        `import webapp, { type Request } from '${names.framework}'
const app = webapp()
app.get('/users/:id', (req, res) => {
  const id: string = req.params.id
  // @ts-expect-error: the path has no such parameter.
  req.params.other satisfies string
  res.json({ id })
})
export const path = (req: Request): string => req.path
`,
      )
      const flags = [
        '--noEmit',
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--types',
        'node',
      ]
      await user.run(process.execPath, tsc, ...flags, 'typed/app.ts')
    })

    it('learns which package has the commands', async () => {
      const [file, ...words] = exec
      const { code, output } = await user.attempt(file, ...words, names.command, 'dev')
      expect(output).toContain(`Run: npm install --save-dev ${names.cli}@${latest}\n`)
      expect(code).toBe(1)
    })

    it('installs the command line, and starts a program with it', async () => {
      await user.run(program, ...add, '-D', `${names.cli}@latest`)
      const [port = 0] = await freePorts(1)
      user.write(
        'server.mjs',
        `import webapp from '${names.framework}'
const app = webapp()
app.get('/', (req, res) => res.send('started'))
app.listen(process.env.PORT)
`,
      )
      await user.start(
        {
          line: [...exec, names.command, 'dev', '--no-inspector', 'server.mjs'],
          env: { PORT: String(port) },
          ready: /listening on/,
        },
        async () => {
          expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('started')
        },
      )
    })

    // Both packages have a program with this name. Which one is linked depends on the order of installations.
    it('keeps the commands when the framework is installed again', async () => {
      const [file, ...words] = exec
      const commands = () => user.run(file, ...words, names.command, '--help')
      expect(await commands()).toContain('Usage: ')
      await user.run(program, ...add, `${names.framework}@${previous}`)
      expect(await commands()).toContain('Usage: ')
    })

    it('creates a project that depends on the release, and that passes its tests', async () => {
      const place = project(`${name}-create`)
      const installs = name === 'npm'
      const options = installs ? [] : [...separator, '--no-install']
      const output = await place.run(program, 'create', initializer(''), 'my-app', ...options)
      expect(output).toContain('Created my-app (api, TypeScript)')
      const created = project(`${name}-create/my-app`)
      expect(rangesIn(created)).toEqual([`^${latest}`, `^${latest}`])
      expect(readdirSync(created.folder)).not.toContain('vendor')
      expect(created.read('Dockerfile') + created.read('README.md')).not.toContain('vendor')
      if (!installs) await created.run(program, 'install')
      expect(created.versionOf(names.framework)).toBe(latest)
      expect(await created.run(program, 'test')).toMatch(/(?:#|ℹ) fail 0/)
      const [port = 0] = await freePorts(1)
      const dev = [program, 'run', 'dev'] as const
      const env = { PORT: String(port) }
      await created.start({ line: dev, env, ready: /listening on/ }, async () => {
        expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
      })
    })

    it('gets a preview by its tag alone', async () => {
      const other = project(`${name}-canary`)
      other.write('package.json', '{ "private": true }')
      await other.run(program, ...add, `${names.framework}@canary`)
      expect(other.versionOf(names.framework)).toBe(canary)
      if (!createsByTag) return
      const options = [...separator, '--no-install']
      await other.run(program, 'create', initializer('@canary'), 'my-app', ...options)
      expect(rangesIn(project(`${name}-canary/my-app`))).toEqual([canary, canary])
    })
  },
)

it('a project of the release before is upgraded by one command', async () => {
  const place = project('upgrade')
  const options = ['--', '--template', 'full', '--no-typescript']
  await place.run('npm', 'create', initializer(`@${previous}`), 'my-app', ...options)
  const created = project('upgrade/my-app')
  expect(created.versionOf(names.framework)).toBe(previous)
  await created.run('npm', 'install', `${names.framework}@latest`, `${names.cli}@latest`)
  expect([created.versionOf(names.framework), created.versionOf(names.cli)]).toEqual([
    latest,
    latest,
  ])
  expect(await created.run('npm', 'test')).toMatch(/(?:#|ℹ) fail 0/)
})

/** `npm create x` runs the package `create-x`. */
function initializer(version: string): string {
  return names.create.replace(/^create-/, '') + version
}

/** What a project names for the framework and for its command line. */
function rangesIn(created: Project): unknown[] {
  const { dependencies, devDependencies } = JSON.parse(created.read('package.json'))
  return [dependencies[names.framework], devDependencies[names.cli]]
}

describe.each(['bun', 'deno'])('on %s, a user', (id) => {
  let command: string

  beforeAll(async () => {
    const runtime = runtimes.find((one) => one.id === id)
    if (runtime === undefined) throw new Error(`tools/runtimes/runtimes.ts has no '${id}'`)
    command = await fetchRuntime(runtime)
  })

  it('installs and runs it', async () => {
    // Without this flag, Deno takes no version that is younger than a day.
    const now = '--minimum-dependency-age=0'
    const user = project(id)
    user.write('package.json', '{ "private": true, "type": "module" }')
    user.write('app.mjs', asModule)
    user.write('app.cjs', asCommonJs)
    const flags = id === 'bun' ? ['run'] : ['run', '--allow-all', '--no-lock', now]
    if (id === 'bun') await user.run(command, 'add', `${names.framework}@latest`)
    else await user.run(command, 'add', now, `npm:${names.framework}@${latest}`)
    for (const file of ['app.mjs', 'app.cjs']) {
      expect(await user.run(command, ...flags, file), file).toBe(response)
    }
  })
})
