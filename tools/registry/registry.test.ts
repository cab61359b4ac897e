import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
const all = packages.map(({ folder }) => readManifest(join(root, folder)).name)
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
  registry = await startRegistry(folder, all)
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
    expect(files).toHaveLength(2 * all.length + 1)
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
    for (const name of all) {
      const tags = JSON.parse(await user.run('npm', 'view', name, 'dist-tags', '--json'))
      expect(tags, name).toEqual({ latest, canary })
    }
  })
})

function versionIn({ folder }: Project): string {
  return readManifest(join(folder, packages[0]?.folder ?? '')).version
}

describe.each([
  ['npm', 'npm', ['install'], ['exec', '--']],
  ['pnpm', join(managers, 'pnpm'), ['add'], ['exec']],
  ['yarn', join(managers, 'yarn'), ['add'], ['run']],
] as const)('with %s, a user', (name, manager, install, exec) => {
  let user: Project

  beforeAll(async () => {
    user = project(name)
    user.write('package.json', '{ "private": true }')
    user.write('app.mjs', asModule)
    user.write('app.cjs', asCommonJs)
  })

  it('installs a version, and upgrades it to the next', async () => {
    await user.run(manager, ...install, `${names.framework}@${previous}`)
    expect(user.versionOf(names.framework)).toBe(previous)
    expect(await user.run(process.execPath, 'app.mjs')).toBe(response)
    await user.run(manager, ...install, `${names.framework}@latest`)
    expect(user.versionOf(names.framework)).toBe(latest)
  })

  it('loads it from an ES module and from CommonJS', async () => {
    expect(await user.run(process.execPath, 'app.mjs')).toBe(response)
    expect(await user.run(process.execPath, 'app.cjs')).toBe(response)
  })

  it('compiles TypeScript with its types', async () => {
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
      '',
    ]
    await user.run(process.execPath, tsc, ...flags, 'typed/app.ts')
  })

  it('installs the command line, and starts a program with it', async () => {
    await user.run(
      manager,
      ...install,
      ...(name === 'npm' ? ['--save-dev'] : ['-D']),
      `${names.cli}@latest`,
    )
    expect(await user.run(manager, ...exec, names.command, '--help')).toContain('Usage: ')
    const [port = 0] = await freePorts(1)
    user.write(
      'server.mjs',
      `import webapp from '${names.framework}'
const app = webapp()
app.get('/', (req, res) => res.send('started'))
app.listen(process.env.PORT)
`,
    )
    const bin = join(user.folder, 'node_modules/.bin', names.command)
    const child = spawn(bin, ['dev', '--no-inspector', 'server.mjs'], {
      cwd: user.folder,
      env: { ...user.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    try {
      await outputOf(child, /listening on/)
      expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('started')
    } finally {
      child.kill('SIGTERM')
      await once(child, 'close')
    }
  })

  it('gets a preview by its tag alone', async () => {
    const other = project(`${name}-canary`)
    other.write('package.json', '{ "private": true }')
    await other.run(manager, ...install, `${names.framework}@canary`)
    expect(other.versionOf(names.framework)).toBe(canary)
  })
})

/** Waits for a text of a started program. */
async function outputOf(child: ReturnType<typeof spawn>, pattern: RegExp): Promise<void> {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      child.emit('output')
    })
  }
  child.once('exit', () => child.emit('output'))
  while (!pattern.test(text)) {
    if (child.exitCode !== null) throw new Error(`ended without ${pattern}, wrote:\n${text}`)
    await once(child, 'output')
  }
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
