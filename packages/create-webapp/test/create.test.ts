import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePorts } from '../../../tools/free-ports.ts'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
const WEBAPP = fileURLToPath(new URL('../../webapp', import.meta.url))
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'create-webapp-')))
let tarball = ''

beforeAll(() => {
  const args = ['pack', '--silent', '--pack-destination', folder]
  const output = execFileSync('npm', args, {
    cwd: WEBAPP,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  tarball = join(folder, output.trim())
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function run(args: readonly string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, output: stdout + stderr }
}

/** Runs an npm script of a project. */
function npm(project: string, ...args: string[]) {
  const { NODE_ENV: _env, VITEST: _vitest, NODE_OPTIONS: _options, ...env } = process.env
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: project, encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

/** Waits for a line of a started program. */
async function outputOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      text += String(chunk)
      child.emit('output')
    })
  }
  child.once('exit', () => child.emit('output'))
  for (;;) {
    const match = pattern.exec(text)
    if (match !== null) return match
    if (child.exitCode !== null) throw new Error(`ended without ${pattern}, wrote:\n${text}`)
    await once(child, 'output')
  }
}

describe('npm create webapp', () => {
  it.each([
    ['api', false, '/api/notes', '[]'],
    ['api', true, '/api/notes', '[]'],
    ['full', false, '/hello?name=Ada', 'Hello, Ada!'],
    ['site', false, '/hello?name=Ada', 'Hello, Ada!'],
    ['full', true, '/api/notes', '[]'],
    ['site', true, '/style.css', 'color-scheme'],
  ] as const)(
    'creates %s (TypeScript: %s) that passes its tests and starts',
    async (template, typescript, path, text) => {
      const name = `${template}-${typescript ? 'ts' : 'js'}`
      const flags = [
        '--template',
        template,
        '--webapp',
        tarball,
        '--yes',
        ...(typescript ? ['--typescript'] : []),
      ]
      const created = run([name, ...flags])
      expect(created.output).toContain('npm run dev')
      expect(created.status).toBe(0)
      const project = join(folder, name)
      const { dependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
      expect(dependencies.webapp).toMatch(/^file:vendor\/webapp-.*\.tgz$/)
      expect(existsSync(join(project, 'Dockerfile'))).toBe(true)

      const tests = npm(project, 'test')
      expect(tests.output).toMatch(/# fail 0|ℹ fail 0/)
      expect(tests.output).not.toMatch(/(?:#|ℹ) pass 0/)
      expect(tests.status).toBe(0)

      if (typescript) expect(npm(project, 'run', 'build').status).toBe(0)
      const [port = 0] = await freePorts(1)
      // What "npm start" runs: a signal to npm itself may not reach the program.
      const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
      const [, ...args] = scripts.start.split(' ')
      const child = spawn(process.execPath, args, {
        cwd: project,
        env: { ...process.env, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      await outputOf(child, /Listening on/)
      const health = await fetch(`http://localhost:${port}/health`)
      expect(await health.json()).toEqual({ status: 'ok' })
      const answer = await fetch(`http://localhost:${port}${path}`)
      expect(await answer.text()).toContain(text)
      child.kill('SIGTERM')
      const [code, signal] = await once(child, 'exit')
      expect([code, signal]).toEqual([0, null])
    },
  )

  it('starts with npm start', async () => {
    const project = join(folder, 'api-js')
    const [port = 0] = await freePorts(1)
    const child = spawn('npm', ['start'], {
      cwd: project,
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    await outputOf(child, /Listening on/)
    expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200)
    // npm and the program are a group of processes of their own.
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await once(child, 'exit')
  })

  it('runs npm run dev with the packed command line', async () => {
    const cli = fileURLToPath(new URL('../../cli', import.meta.url))
    const created = run(['with-cli', '--webapp', tarball, '--cli', cli, '--yes'])
    expect(created.status).toBe(0)
    const [port = 0] = await freePorts(1)
    const child = spawn('npm', ['run', 'dev', '--', '--port', String(port)], {
      cwd: join(folder, 'with-cli'),
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    await outputOf(child, /webapp dev: listening on/)
    expect((await fetch(`http://localhost:${port}/health`)).status).toBe(200)
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await once(child, 'exit')
  })

  it('names the reason when the port is in use', async () => {
    const { createServer } = await import('node:http')
    const other = createServer().listen(0)
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const project = join(folder, 'api-js')
    const { status, stderr } = spawnSync(process.execPath, ['src/server.js'], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, PORT: String(port) },
    })
    other.close()
    expect(status).toBe(1)
    expect(stderr).toContain(`Cannot listen on port ${port}`)
  })

  it('takes the defaults without a terminal, and finds the packages of its repository', () => {
    const { status, output } = run(['--no-install'])
    expect(output).toContain('Created my-webapp (api, JavaScript)')
    expect(status).toBe(0)
    const content = JSON.parse(readFileSync(join(folder, 'my-webapp/package.json'), 'utf8'))
    expect(content.dependencies.webapp).toMatch(/^file:vendor\/webapp-/)
    expect(content.scripts.dev).toBe('webapp dev src/server.js')
    expect(content.devDependencies['@webapp/cli']).toMatch(/^file:vendor\/webapp-cli-/)
    expect(readdirSync(join(folder, 'my-webapp/vendor'))).toHaveLength(2)
  })

  it('accepts an empty folder and one with a repository', () => {
    mkdirSync(join(folder, 'with-git/.git'), { recursive: true })
    expect(run(['with-git', '--no-install', '--webapp', tarball]).status).toBe(0)
    expect(existsSync(join(folder, 'with-git/src/app.js'))).toBe(true)
  })
})

describe('npm create webapp refuses', () => {
  it.each([
    [['full-folder'], /the folder "full-folder" is not empty \(a\.txt\)\. Choose a new folder/],
    [['file.txt'], /"file\.txt" exists and is not a folder/],
    [['new', '--template', 'blog'], /there is no template "blog"\. Choose one of: api, site, full/],
    [['new', '--webapp', 'nothing.tgz'], /--webapp is "nothing\.tgz", which does not exist/],
    [
      ['new', '--webapp', 'full-folder'],
      /must be a tarball \(\.tgz\) or a folder with the package webapp/,
    ],
    [['new', '--cli', 'full-folder'], /--cli is "full-folder", but must be a tarball/],
    [['new', 'other'], /one folder is expected, got 2: new other/],
    [['new', '--wrong'], /Unknown option '--wrong'.*--help/],
    [['new', '--typescript', '--no-typescript'], /exclude each other/],
  ])('%j, and writes nothing', (args, message) => {
    mkdirSync(join(folder, 'full-folder'), { recursive: true })
    writeFileSync(join(folder, 'full-folder/a.txt'), '')
    writeFileSync(join(folder, 'file.txt'), '')
    const before = readdirSync(folder)
    const { status, output } = run(args)
    expect(status).toBe(1)
    expect(output).toMatch(message)
    expect(output).not.toMatch(/\n\s+at /)
    expect(readdirSync(folder)).toEqual(before)
    expect(readdirSync(join(folder, 'full-folder'))).toEqual(['a.txt'])
  })

  it('a place that the system refuses, in one line', () => {
    const { status, output } = run(['file.txt/new', '--webapp', tarball, '--no-install'])
    expect(status).toBe(1)
    expect(output).toMatch(/^create-webapp: E\w+: .*file\.txt/)
    expect(output).not.toMatch(/\n\s+at /)
  })

  it('a broken package, and leaves nothing behind', () => {
    mkdirSync(join(folder, 'broken'))
    writeFileSync(join(folder, 'broken/package.json'), '{ "name": "webapp" }')
    const { status, output } = run(['deep/er/new', '--webapp', 'broken'])
    expect(status).toBe(1)
    expect(output).toContain('npm pack failed in')
    expect(existsSync(join(folder, 'deep'))).toBe(false)
  })
})
