import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:http2'
import { get } from 'node:https'
import { createServer } from 'node:net'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import {
  createProject,
  greet,
  ownPort,
  PROGRAMS,
  pidsOf,
  plain,
  start,
  undo,
  urlOf,
  urlsOf,
} from './support.ts'

const CERTIFICATES = new URL(
  '../../../webapp/test/fixtures/localhost-for-tests-only/',
  import.meta.url,
)

const imports = "import webapp from 'webapp'\nconst app = webapp()"

async function answerOf(url: string): Promise<Record<string, unknown>> {
  return JSON.parse((await ask(url)).text)
}

async function askHttps(port: string): Promise<string> {
  const options = { port, host: 'localhost', rejectUnauthorized: false, agent: false }
  const [answer] = await once(get(options), 'response')
  return text(answer)
}

async function askHttp2(url: string): Promise<string> {
  const session = connect(url, { rejectUnauthorized: false })
  try {
    return await text(session.request({ ':path': '/' }))
  } finally {
    session.close()
  }
}

async function askPath(socketPath: string): Promise<string> {
  const [answer] = await once(request({ socketPath, agent: false }).end(), 'response')
  return text(answer)
}

describe('webapp start runs', () => {
  it.each([
    ['server.js', '{}', PROGRAMS.webapp],
    ['server.cjs', '{ "type": "module" }', PROGRAMS.webapp],
    ['server.mjs', '{}', imports],
    ['server.js', '{ "type": "module" }', imports],
    ['server.ts', '{ "type": "module" }', `${imports}\nconst typed: number = 1\nvoid typed`],
    ['src/index.ts', '{}', `${imports}\nenum Colour { Red }\nvoid Colour.Red`],
    ['server.js', '{}', PROGRAMS['webapp/v4']],
    ['server.js', '{}', PROGRAMS['webapp/v3']],
  ])('%s with package.json %s: %j', async (file, json, open) => {
    const packages = file.endsWith('.ts') ? (['webapp', 'tsx'] as const) : (['webapp'] as const)
    const project = createProject({ [file]: greet('hello', open), 'package.json': json }, packages)
    expect(await answerOf(await urlOf(start(project)))).toMatchObject({ text: 'hello' })
  })

  it.skipIf(!('typescript' in process.features && process.features.typescript))(
    'TypeScript without tsx, by the type stripping of Node',
    async () => {
      const project = createProject({
        'server.mts': greet('stripped', `${imports}\nvoid (1 as number)`),
      })
      expect(await answerOf(await urlOf(start(project)))).toMatchObject({ text: 'stripped' })
    },
  )

  it('a program of Node without a framework', async () => {
    const project = createProject({ 'server.js': plain('bare') })
    expect(await answerOf(await urlOf(start(project)))).toMatchObject({ text: 'bare' })
  })

  it('a program that requires express, on webapp as in development', async () => {
    const json = '{ "dependencies": { "express": "^5.0.0" } }'
    const open = "const app = require('express')()"
    const project = createProject({ 'server.js': greet('x', open), 'package.json': json })
    expect((await ask(await urlOf(start(project)))).headers['x-powered-by']).toBe('webapp')
  })

  it('servers of HTTPS and HTTP/2, and prints their addresses', async () => {
    const [cert, key] = ['certificate.pem', 'key.pem'].map((name) =>
      readFileSync(new URL(name, CERTIFICATES), 'utf8'),
    )
    const project = createProject({
      'cert.pem': cert ?? '',
      'key.pem': key ?? '',
      'server.js': `const webapp = require('webapp')
const { readFileSync } = require('node:fs')
const app = webapp().get('/', (req, res) => res.send(req.httpVersion))
const options = { cert: readFileSync('cert.pem'), key: readFileSync('key.pem') }
require('node:https').createServer(options, app).listen(process.env.A)
require('node:http2').createServer(app).listen(process.env.B)
require('node:http2').createSecureServer({ ...options, allowHTTP1: true }, app).listen(process.env.C)`,
    })
    const [A, B, C] = [ownPort(), ownPort(), ownPort()]
    const urls = await urlsOf(start(project, ['--workers', '2'], { A, B, C }))
    expect(urls.sort()).toEqual(
      [`http://localhost:${B}/`, `https://localhost:${A}/`, `https://localhost:${C}/`].sort(),
    )
    expect(await askHttps(A)).toBe('1.1')
    expect(await askHttp2(`http://localhost:${B}`)).toBe('2.0')
    expect(await askHttp2(`https://localhost:${C}`)).toBe('2.0')
  })

  it('several ports, and listen(0) on one port for all workers', async () => {
    const project = createProject({
      'server.js': `const webapp = require('webapp')
const app = webapp().get('/', (req, res) => res.json({ pid: process.pid }))
app.listen(process.env.OWN_PORT)
app.listen(0)`,
    })
    const urls = await urlsOf(start(project))
    expect(urls).toHaveLength(2)
    for (const url of urls) expect(await pidsOf(url)).toHaveLength(2)
  })

  it('a server on a Unix socket', async () => {
    const project = createProject({
      'server.js': `require('node:http').createServer((req, res) => res.end('by path')).listen('./socket')`,
    })
    expect(await urlOf(start(project))).toBe('unix:./socket')
    expect(await askPath(project.path('socket'))).toBe('by path')
  })

  it('with NODE_ENV production, unless it is set', async () => {
    const project = createProject({ 'server.js': greet('x') })
    expect(await answerOf(await urlOf(start(project)))).toMatchObject({ env: 'production' })
    const staged = start(project, ['--workers', '1'], { NODE_ENV: 'staging' })
    expect(await answerOf(await urlOf(staged))).toMatchObject({ env: 'staging' })
  })

  it('with arguments, --port, --import, --require and NODE_OPTIONS', async () => {
    const project = createProject({
      'one.cjs': "globalThis.modules = ['one']",
      'two.mjs': "globalThis.modules.push('two')",
      'server.js': `${greet('x')}
app.get('/modules', (req, res) => res.json([...globalThis.modules, Error.stackTraceLimit]))`,
    })
    const args = [
      '--workers',
      '1',
      '--port',
      '4711',
      '--require',
      './one.cjs',
      '--import',
      './two.mjs',
    ]
    const command = start(project, [...args, '--', '--colour', 'red'], {
      NODE_OPTIONS: '--stack-trace-limit=23',
    })
    const url = await urlOf(command)
    expect(await answerOf(url)).toMatchObject({ port: '4711', args: ['--colour', 'red'] })
    expect((await ask(`${url}modules`)).text).toBe('["one","two",23]')
  })
})

describe('the number of workers', () => {
  it('is that of --workers, and each gets requests', async () => {
    const command = start(createProject({ 'server.js': greet('x') }), ['--workers', '3'])
    expect(await pidsOf(await urlOf(command))).toHaveLength(3)
    expect(command.output).toMatch(/ready workers=3 /)
  })

  it('is by default that of the processors that the process may use', async () => {
    const command = start(createProject({ 'server.js': greet('x') }), [])
    await urlOf(command)
    const [, count] = await command.until(/ready workers=(\d+)/)
    expect(Number(count)).toBeGreaterThanOrEqual(1)
    expect(Number(count)).toBeLessThanOrEqual(availableParallelism())
  })

  it.skipIf(spawnSync('taskset', ['-c', '0', 'true']).status !== 0)(
    'is one if the process may use one processor',
    () => {
      const module = new URL('../../dist/start/worker-count.js', import.meta.url)
      const text = `import(${JSON.stringify(module)}).then((m) => console.log(m.countWorkers()))`
      const args = ['-c', '0', process.execPath, '-e', text]
      expect(execFileSync('taskset', args, { encoding: 'utf8' })).toBe('1\n')
    },
  )
})

describe('the notices of webapp start', () => {
  it('are one line when all workers listen, on standard error', async () => {
    const command = start(createProject({ 'server.js': greet('x') }))
    await urlOf(command)
    expect(command.output).toMatch(
      /^webapp start: ready workers=2 url=http:\/\/localhost:\d+\/ pid=\d+ ms=\d+\n$/,
    )
    expect(await command.stop()).toBe(0)
    expect(command.output).toMatch(
      /\nwebapp start: ending signal=SIGTERM workers=2 timeout=10000ms\n/,
    )
    expect(command.output).toMatch(/\nwebapp start: ended status=0\n$/)
  })

  it('are not printed with --quiet, except failures', async () => {
    const text = greet('x', undefined, "process.on('exit', () => console.log('exits'))")
    const OWN_PORT = ownPort()
    const args = ['--workers', '1', '--quiet']
    const command = start(createProject({ 'server.js': text }), args, { OWN_PORT })
    const url = `http://localhost:${OWN_PORT}/`
    await expect.poll(() => ask(url).catch(() => undefined)).toMatchObject({ status: 200 })
    await expect(ask(`${url}exit`)).rejects.toThrow()
    await command.until(
      /^exits\nwebapp start: worker ended pid=\d+ reason="status 7" after=\d+ms\n$/,
    )
    await expect.poll(() => ask(url).catch(() => undefined)).toMatchObject({ status: 200 })
    expect(await command.stop()).toBe(0)
    expect(command.output.match(/webapp start/g)).toHaveLength(1)
  })
})

describe('a program that cannot start', () => {
  it.each([
    ['process.exit(3)', 3, /the program ended before it listened reason="status 3"/],
    ['process.exitCode = 4', 4, /before it listened reason="status 4"/],
    ['', 0, /before it listened reason="status 0"/],
    ["throw new Error('no database')", 1, /no database[\s\S]*before it listened reason="status 1"/],
    ['not a program', 1, /SyntaxError[\s\S]*before it listened reason="status 1"/],
    ["process.kill(process.pid, 'SIGABRT')", 134, /before it listened reason=SIGABRT/],
  ])('ends the command with its status: %j', async (text, status, message) => {
    const command = start(createProject({ 'server.js': text }))
    expect(await command.ended).toBe(status)
    await command.until(message)
    expect(command.output.match(/before it listened/g)).toHaveLength(1)
  })

  it('because its port is in use ends the command', async () => {
    const holder = createServer().listen(Number(ownPort()))
    await once(holder, 'listening')
    undo.push(() => holder.close())
    const { port } = holder.address() as { port: number }
    const command = start(createProject({ 'server.js': greet('x') }), [], {
      OWN_PORT: String(port),
    })
    expect(await command.ended).toBe(1)
    expect(command.output).toMatch(/EADDRINUSE[\s\S]*before it listened/)
  })

  it('because each worker wants the port for itself says so', async () => {
    const text = `require('node:http').createServer().listen({ port: process.env.OWN_PORT, exclusive: true })`
    const command = start(createProject({ 'server.js': text }))
    expect(await command.ended).toBe(1)
    expect(command.output).toMatch(/a worker wants a port for itself port=\d+ advice=".*exclusive/)
    const single = start(createProject({ 'server.js': text }), ['--workers', '1'])
    expect(await urlOf(single)).toMatch(/^http:/)
  })
})

describe('webapp start refuses', () => {
  it.each([
    [['nothing.js'], /there is no file "nothing\.js"/],
    [[], /found no program in .*webapp start server\.js/],
    [['a.js', 'b.js'], /one file is expected, got 2: a\.js b\.js/],
    [['--workers', '0'], /--workers is "0", but must be "auto" or a number from 1 to 1024/],
    [['--workers', 'many'], /--workers is "many"/],
    [['--timeout', '10'], /--timeout is "10", but must be a duration such as 10s, 500ms or 2m/],
    [['--max-memory', '512'], /--max-memory is "512", but must be a size such as 512M or 1\.5G/],
    [['--port', '70000'], /--port is "70000"/],
    [['--reload'], /Unknown option '--reload'.*webapp start --help/],
  ])('%j', async (args, message) => {
    const command = start(createProject({}), args)
    expect(await command.ended).toBe(1)
    await command.until(message)
  })

  it('nothing with --help, which names the signals', () => {
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
    const text = execFileSync(process.execPath, [main, 'start', '--help'], { encoding: 'utf8' })
    expect(text).toMatch(/--workers <number\|auto>[\s\S]*on Windows there is no SIGHUP/)
  })
})
