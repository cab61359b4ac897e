import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask, BROWSER } from '../support/client.ts'
import { createProject, greet, startDev, undo, urlOf } from './support.ts'

describe('webapp dev starts', () => {
  it.each([
    ['server.js', '{}', "const webapp = require('webapp')"],
    ['server.cjs', '{ "type": "module" }', "const webapp = require('webapp')"],
    ['server.mjs', '{}', "import webapp from 'webapp'"],
    ['server.js', '{ "type": "module" }', "import webapp from 'webapp'"],
    ['server.ts', '{ "type": "module" }', "import webapp from 'webapp'\nconst typed: number = 1"],
    ['src/index.ts', '{}', "import webapp from 'webapp'\nenum Colour { Red }\nvoid Colour.Red"],
  ])('%s with package.json %s', async (file, json, open) => {
    const packages = file.endsWith('.ts') ? (['webapp', 'tsx'] as const) : (['webapp'] as const)
    const project = createProject({ [file]: greet('hello', open), 'package.json': json }, packages)
    const dev = startDev(project, [])
    expect((await ask(await urlOf(dev))).text).toContain('"hello"')
  })

  it('the file of the start script, and passes arguments on', async () => {
    const project = createProject({
      'package.json': '{ "scripts": { "start": "node --no-warnings bin/www" } }',
      'bin/www': `require('webapp')().get('/', (req, res) => res.json(process.argv.slice(2))).listen(0)`,
    })
    const dev = startDev(project, ['--', '--colour', 'red'])
    expect((await ask(await urlOf(dev))).text).toBe('["--colour","red"]')
  })

  it('the source that the dev script names, and not what a build has made of it', async () => {
    const scripts = { dev: 'webapp dev src/main.js', start: 'node dist/main.js' }
    const project = createProject({
      'package.json': JSON.stringify({ scripts }),
      'src/main.js': greet('source'),
      'dist/main.js': greet('build'),
    })
    expect((await ask(await urlOf(startDev(project, [])))).text).toContain('"source"')
  })

  it.each([
    ['a program that requires express', 'server.js', "const webapp = require('express')"],
    ['a program that imports express', 'server.mjs', "import webapp from 'express'"],
  ])('%s, on webapp', async (_title, file, open) => {
    const json = '{ "dependencies": { "express": "^5.0.0" } }'
    const project = createProject({ [file]: greet('x', open), 'package.json': json })
    const dev = startDev(project, [])
    expect((await ask(await urlOf(dev))).headers['x-powered-by']).toBe('webapp')
  })

  it('a program without webapp beside it, on the one beside the command line', async () => {
    const project = createProject(
      { 'server.js': greet('x', "const webapp = require('express')") },
      [],
    )
    const dev = startDev(project, [])
    expect((await ask(await urlOf(dev))).headers['x-powered-by']).toBe('webapp')
  })

  it.each(['not json\\n', 'null\\n', '{}\\n', 'no end of a line'])(
    'a program that writes %j to the pipe of the command line',
    async (text) => {
      const project = createProject({
        'server.js': `require('node:fs').writeSync(3, '${text}')\n${greet('listens')}`,
      })
      const dev = startDev(project)
      expect((await ask(await urlOf(dev))).text).toContain('"listens"')
      expect(await dev.stop()).toBe(0)
    },
  )

  it('with the port of --port', async () => {
    const holder = createServer().listen(0)
    const { port } = holder.address() as AddressInfo
    holder.close()
    await once(holder, 'close')
    const project = createProject({
      'server.js': greet('x').replace('OWN_PORT', 'PORT'),
    })
    const dev = startDev(project, ['--port', String(port)])
    expect(await urlOf(dev)).toBe(`http://localhost:${port}/`)
  })
})

describe('webapp dev refuses', () => {
  it.each([
    [['nothing.js'], /there is no file "nothing\.js" in .*Name the file to start/],
    [['folder'], /"folder" is a folder\. Name the file to start/],
    [[], /found no program in .*webapp dev server\.js/],
    [['--port', 'x', 'a.js'], /--port is "x", but must be a number from 0 to 65535/],
    [['--port', '70000', 'a.js'], /--port is "70000"/],
    [['--wrong', 'a.js'], /Unknown option '--wrong'.*--help/],
    [['a.js', 'b.js'], /one file is expected, got 2: a\.js b\.js/],
  ])('%j with a message and exit status 1', async (args, message) => {
    const project = createProject({ 'folder/a.txt': '' })
    const dev = startDev(project, args)
    expect(await dev.ended).toBe(1)
    expect(dev.output).toMatch(message)
    expect(dev.output).not.toMatch(/\n\s+at /)
  })

  it.skipIf(process.allowedNodeEnvironmentFlags.has('--experimental-strip-types'))(
    'TypeScript without anything that translates it',
    async () => {
      const dev = startDev(createProject({ 'server.ts': 'let a: number' }), [])
      expect(await dev.ended).toBe(1)
      expect(dev.output).toMatch(/cannot run TypeScript .*npm install --save-dev tsx/)
    },
  )

  it.each([
    ['app.listen(port)', 'app.listen(PORT)'],
    ['a callback that ignores the error', 'app.listen(PORT, () => {})'],
    ['http.createServer', "require('node:http').createServer(app).listen(PORT)"],
  ])('a port that is in use: %s', async (_title, listen) => {
    const other = createServer().listen(0)
    undo.push(() => other.close())
    const { port } = other.address() as AddressInfo
    const code = `const app = require('webapp')()\n${listen.replace('PORT', String(port))}`
    const dev = startDev(createProject({ 'server.js': code }), [])
    expect(await dev.ended).toBe(1)
    expect(dev.output).toContain(`port ${port} is in use by another program.`)
    expect(dev.output).toContain(`webapp dev --port ${port + 1}`)
  })

  it('an inspector port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    undo.push(() => other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const dev = startDev(createProject({ 'server.js': greet('x') }), [
      '--inspector-port',
      String(port),
    ])
    expect(await dev.ended).toBe(1)
    expect(dev.output).toContain(
      `port ${port} is in use by another program. Choose another with --inspector-port.`,
    )
  })
})

describe('webapp dev restarts on change', () => {
  it('and tells once of a server that tries again while its port is in use', async () => {
    const other = createServer().listen(0)
    undo.push(() => other.close())
    await once(other, 'listening')
    const code = `let left = 3
      const server = require('node:http').createServer((req, res) => res.end('x'))
      server.on('error', () => { left-- > 0 ? server.listen(process.env.TAKEN) : server.listen(process.env.OWN_PORT) })
      server.on('listening', () => setImmediate(() => console.log('all told')))
      server.listen(process.env.TAKEN)`
    const taken = String((other.address() as AddressInfo).port)
    const dev = startDev(createProject({ 'server.js': code }), [], { TAKEN: taken })
    await urlOf(dev)
    await dev.until(/all told/)
    const before = dev.output.length
    dev.child.kill('SIGTERM')
    await dev.ended
    expect(dev.output.slice(0, before).match(/listening on/g)).toHaveLength(1)
  })

  it('and keeps a port that Node chose', async () => {
    const random = (text: string) => greet(text).replace('process.env.OWN_PORT', '0')
    const project = createProject({ 'server.js': random('one') })
    const dev = startDev(project, [])
    const url = await urlOf(dev)
    expect((await ask(url)).text).toContain('"one"')
    const before = dev.output.length
    project.write('server.js', random('two'))
    expect(await urlOf(dev, before)).toBe(url)
    expect((await ask(url)).text).toContain('"two"')
  })

  it('while requests wait for the new program', async () => {
    const slow = greet('two').replace(
      /^app\.listen.*$/m,
      "const asking = setInterval(() => { if (require('node:fs').existsSync('go')) { clearInterval(asking); $& } }, 20)",
    )
    const project = createProject({ 'server.js': greet('one') })
    const dev = startDev(project, [])
    const url = await urlOf(dev)
    const before = dev.output.length
    project.write('server.js', slow)
    await dev.until(/started/, before)
    expect(dev.output.slice(before)).not.toContain('listening')
    const answers = Promise.all([ask(url), ask(url, { headers: BROWSER })])
    project.write('go', '')
    const [one, two] = await answers
    expect([one.status, two.status]).toEqual([200, 200])
    expect(one.text).toContain('"two"')
  })

  it('of a module, of JSON that was loaded, and of .env, but not of data', async () => {
    const project = createProject({
      'server.js': `require('./lib/part.js'); require('./config.json')\n${greet('x')}`,
      'lib/part.js': '',
      'config.json': '{}',
      'data.json': '{}',
    })
    const dev = startDev(project, [])
    await urlOf(dev)
    for (const name of ['lib/part.js', 'config.json', '.env']) {
      const before = dev.output.length
      // The data file changes first: if it caused a restart, its name would be the one that is told.
      project.write('data.json', `{ "at": ${before} }`)
      project.write(name, name.endsWith('.json') ? '{ "a": 1 }' : '// changed\n')
      const [, changed] = await dev.until(/changed (\S+); restarting/, before)
      expect(changed?.replaceAll('\\', '/')).toBe(name)
      await urlOf(dev, before)
    }
  })

  it('of folders of --watch, and not of those of --ignore', async () => {
    const shared = createProject({ 'text.txt': '1' })
    const project = createProject({ 'server.js': greet('x'), 'generated/a.js': '' })
    const dev = startDev(project, ['--watch', shared.folder, '--ignore', 'generated'])
    await urlOf(dev)
    const before = dev.output.length
    project.write('generated/a.js', '// changed')
    shared.write('text.txt', '2')
    await dev.until(/changed \S*text\.txt; restarting/, before)
    await urlOf(dev, before)
    expect(dev.output).not.toContain('generated')
  })

  it('of code while the program writes assets all the time', async () => {
    const project = createProject({
      'server.js': `${greet('one')}
        let at = 0
        setInterval(() => require('node:fs').writeFileSync('log' + (at++ % 50) + '.txt', String(at)), 10)`,
    })
    const dev = startDev(project, [])
    await urlOf(dev)
    const before = dev.output.length
    project.write('server.js', greet('two'))
    await dev.until(/changed server\.js; restarting/, before)
    expect((await ask(await urlOf(dev, before))).text).toContain('"two"')
  })

  it('although the program ignores SIGTERM', async () => {
    const stubborn = `process.on('SIGTERM', () => {})\n${greet('one')}`
    const project = createProject({ 'server.js': stubborn })
    const dev = startDev(project, [])
    const url = await urlOf(dev)
    const before = dev.output.length
    project.write('server.js', greet('two'))
    expect(await urlOf(dev, before)).toBe(url)
    expect((await ask(url)).text).toContain('"two"')
  })

  it('of a program with graceful shutdown and an open page', async () => {
    const graceful = `${greet('one')}\nrequire('webapp').shutdown(app)`
    const project = createProject({ 'server.js': graceful })
    const dev = startDev(project, [])
    const url = await urlOf(dev)
    const stream = fetch(`${url}.webapp-dev/events`)
    const { body } = await stream
    const before = dev.output.length
    project.write('server.js', greet('two'))
    await urlOf(dev, before)
    expect((await ask(url)).text).toContain('"two"')
    await body?.cancel().catch(() => undefined)
  })
})

/** Whether a process exists. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('webapp dev ends', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('with its program at %s', async (signal) => {
    const dev = startDev(createProject({ 'server.js': greet('x') }), [])
    const { pid } = JSON.parse((await ask(await urlOf(dev))).text)
    dev.child.kill(signal)
    expect(await dev.ended).toBe(0)
    expect(isAlive(pid)).toBe(false)
  })

  it('after the in-flight requests of a program that waits for them', async () => {
    const code = `const app = require('webapp')()
      app.get('/', (req, res) => { console.log('in flight'); setTimeout(() => res.send('done'), 500) })
      app.listen(0)
      require('webapp').shutdown(app)`
    const dev = startDev(createProject({ 'server.js': code }), [])
    const answer = ask(await urlOf(dev))
    await dev.until(/in flight/)
    dev.child.kill('SIGTERM')
    expect((await answer).text).toBe('done')
    expect(await dev.ended).toBe(0)
  })

  it('although a process that the program left keeps its output open', async () => {
    const code = `${greet('x')}
      const left = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'inherit', detached: true })
      console.log('left ' + left.pid + ';')`
    const dev = startDev(createProject({ 'server.js': code }), [])
    const pid = Number((await dev.until(/left (\d+);/))[1])
    undo.push(() => process.kill(pid, 'SIGKILL'))
    await urlOf(dev)
    dev.child.kill('SIGTERM')
    expect(await dev.ended).toBe(0)
    expect(isAlive(pid)).toBe(true)
  })

  it('and leaves no program behind when it is killed', async () => {
    const dev = startDev(createProject({ 'server.js': greet('x') }), [])
    const { pid } = JSON.parse((await ask(await urlOf(dev))).text)
    dev.child.kill('SIGKILL')
    await dev.ended
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
})
