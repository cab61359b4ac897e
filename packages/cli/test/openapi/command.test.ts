import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// The built command and the built package, as users run them.
const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const webapp = fileURLToPath(new URL('../../../webapp', import.meta.url))
const tsx = fileURLToPath(new URL('../../../../node_modules/tsx', import.meta.url))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'webapp-openapi-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(webapp, join(folder, 'node_modules/webapp'))
  symlinkSync(tsx, join(folder, 'node_modules/tsx'))
  writeFileSync(join(folder, 'package.json'), '{"name":"shop","version":"2.1.0","type":"module"}')
  const exported = `import webapp from 'webapp'
const app = webapp()
app.get('/products/:id', (req, res) => res.json({}))
setInterval(() => {}, 1000)
export default app`
  writeFileSync(join(folder, 'app.js'), exported)
  writeFileSync(
    join(folder, 'listening.js'),
    `import webapp from 'webapp'
import { contract } from 'webapp/contract'
import { openapi } from 'webapp/openapi'
const app = webapp()
app.get('/openapi.json', openapi(app, { info: { title: 'Own', version: '7' } }))
app.get('/plain', (req, res) => res.end())
app.get('/described', contract({ summary: 'Described' }), (req, res) => res.end())
app.listen(3000)`,
  )
  writeFileSync(join(folder, 'none.js'), 'export default 1')
  writeFileSync(join(folder, 'alive.js'), 'setInterval(() => {}, 1000)\nexport default 1')
  writeFileSync(join(folder, 'throws.js'), "throw new Error('no database')")
  writeFileSync(join(folder, 'broken.js'), 'export default {')
  writeFileSync(join(folder, 'null.json'), 'null')
  writeFileSync(join(folder, 'empty.json'), '{}')
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Result {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

function run(...args: string[]): Promise<Result> {
  return runIn(folder, ...args)
}

function runIn(cwd: string, ...args: string[]): Promise<Result> {
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'openapi', ...args], { cwd }, (error, stdout, stderr) =>
      resolve({ status: (error?.code as number | undefined) ?? 0, stdout, stderr }),
    )
  })
}

describe('webapp openapi', () => {
  it('prints the document of the default export, with the name of the package', async () => {
    const { status, stdout, stderr } = await run()
    expect([status, stderr]).toEqual([0, ''])
    const document = JSON.parse(stdout)
    expect(document.info).toEqual({ title: 'shop', version: '2.1.0' })
    expect(Object.keys(document.paths)).toEqual(['/products/{id}'])
  })

  it('finds an application that listens, and uses the options of its own document', async () => {
    const document = JSON.parse((await run('listening.js')).stdout)
    expect(document.info).toEqual({ title: 'Own', version: '7' })
    expect(Object.keys(document.paths)).toEqual(['/plain', '/described'])
    const short = await run('listening.js', '--only-contracts', '--title', 'Other')
    expect(JSON.parse(short.stdout)).toMatchObject({ info: { title: 'Other', version: '7' } })
    expect(Object.keys(JSON.parse(short.stdout).paths)).toEqual(['/described'])
  })

  it('writes a file, checks that it is up to date, and finds breaking changes', async () => {
    const said = 'api.json, 1 operation in 1 path, 0 schemas.\n'
    const written = await run('app.js', '--out', 'api.json')
    expect([written.status, written.stdout, written.stderr]).toEqual([0, '', `Wrote ${said}`])
    const again = await run('app.js', '--out', 'api.json')
    expect([again.status, again.stderr]).toEqual([0, `Not changed: ${said}`])
    expect((await run('app.js', '--out', 'api.json', '--check')).status).toBe(0)
    const same = await run('app.js', '--against', 'api.json')
    expect([same.status, same.stdout]).toEqual([0, ''])
    const document = JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'))
    document.paths['/gone'] = { get: { responses: {} } }
    writeFileSync(join(folder, 'old.json'), JSON.stringify(document))
    const broken = await run('app.js', '--against', 'old.json')
    expect(broken.status).toBe(1)
    expect(broken.stderr).toContain('GET /gone: was removed')
    const outdated = await run('listening.js', '--out', 'api.json', '--check')
    expect([outdated.status, outdated.stderr]).toEqual([
      1,
      expect.stringContaining('not up to date'),
    ])
  })

  it('describes a program that waits until its server listens', async () => {
    writeFileSync(
      join(folder, 'waiting.js'),
      `import { once } from 'node:events'
import webapp from 'webapp'
const app = webapp()
app.get('/waiting', (req, res) => res.end())
await once(app.listen(0), 'listening')`,
    )
    const { status, stdout, stderr } = await run('waiting.js')
    expect([status, stderr]).toEqual([0, ''])
    expect(Object.keys(JSON.parse(stdout).paths)).toEqual(['/waiting'])
    writeFileSync(join(folder, 'pending.js'), 'await new Promise(() => {})')
    const pending = await run('pending.js')
    expect([pending.status, pending.stdout]).toEqual([1, ''])
    expect(pending.stderr).toContain('exports no application')
  })

  it('lets a program hold a lock on a socket file', async () => {
    const path = process.platform === 'win32' ? '\\\\.\\pipe\\webapp-openapi' : join(folder, 'lock')
    writeFileSync(
      join(folder, 'locked.js'),
      `import { once } from 'node:events'
import { createServer } from 'node:net'
import webapp from 'webapp'
await once(createServer().listen(${JSON.stringify(path)}), 'listening')
const app = webapp()
app.get('/locked', (req, res) => res.end())
app.listen(3000)`,
    )
    const { status, stdout } = await run('locked.js')
    expect(status).toBe(0)
    expect(Object.keys(JSON.parse(stdout).paths)).toEqual(['/locked'])
  })

  it('finds the program in TypeScript that webapp dev starts', async () => {
    const project = join(folder, 'project')
    mkdirSync(join(project, 'src'), { recursive: true })
    writeFileSync(
      join(project, 'package.json'),
      '{"name":"p","type":"module","scripts":{"dev":"webapp dev src/server.ts"}}',
    )
    writeFileSync(join(project, 'src/app.ts'), 'export const createApp = (port: number) => port')
    writeFileSync(
      join(project, 'src/server.ts'),
      "import webapp from 'webapp'\nwebapp().get('/typed', (_req, res) => res.end()).listen(3000)",
    )
    const { status, stdout } = await runIn(project)
    expect(status).toBe(0)
    expect(Object.keys(JSON.parse(stdout).paths)).toEqual(['/typed'])
  })

  it.each([
    [['absent.js'], 'there is no file absent.js'],
    [['none.js'], 'exports no application'],
    [['alive.js'], 'exports no application'],
    [['throws.js'], 'throws.js failed while it was loaded: Error: no database.'],
    [['broken.js'], 'broken.js failed while it was loaded: SyntaxError'],
    [['app.js', '--check'], '--check needs --out'],
    [['--wrong'], "Unknown option '--wrong'"],
    [['app.js', '--against', 'absent.json'], 'cannot read absent.json'],
    [['app.js', '--against', 'null.json'], 'null.json is not an OpenAPI document'],
    [['app.js', '--against', 'empty.json'], 'empty.json is not an OpenAPI document'],
  ])('says what is wrong with %j', async (args, message) => {
    const { status, stderr } = await run(...args)
    expect(status).toBe(1)
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('    at ')
  })

  it('loads TypeScript with the tsx of the project', async () => {
    const source =
      "import webapp from 'webapp'\nconst path: string = '/typed'\n" +
      'export const app = webapp().get(path, (_req, res) => void res.end())\n'
    writeFileSync(join(folder, 'typed.ts'), source)
    const { status, stdout } = await run('typed.ts')
    expect(status).toBe(0)
    expect(Object.keys(JSON.parse(stdout).paths)).toEqual(['/typed'])
  })
})
