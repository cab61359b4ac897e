import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePorts } from '../../../../tools/free-ports.ts'
import { ask, BROWSER, readEvents } from '../support/client.ts'
import { createProject, greet, startDev, urlOf } from './support.ts'

const onPort = (text: string) => text.replace('OWN_PORT', 'PORT')

describe('webapp dev shows in the browser', () => {
  it.each([
    ['a syntax error in CommonJS', 'server.js', 'const a = 1\nconst b = ;\n', 'server.js:2'],
    ['a syntax error in an ES module', 'server.mjs', 'const a = 1\nconst b = ;\n', 'server.mjs:2'],
    [
      'a syntax error in TypeScript',
      'server.ts',
      'const a: string = 1\nconst b = ;\n',
      'server.ts:2',
    ],
    ['an exception', 'server.js', '\n\nthrow new Error("never <b>starts</b>")', 'server.js:3'],
    [
      'a rejection',
      'server.mjs',
      '\nawait Promise.reject(new Error("never <b>starts</b>"))',
      'server.mjs:2',
    ],
  ])('%s at the start, until it is mended', async (_title, file, code, place) => {
    const project = createProject({ [file]: code }, ['webapp', 'tsx'])
    const [port = 0] = await freePorts(1)
    const dev = startDev(project, [file, '--port', String(port)])
    await dev.until(/waiting for a change; the error is shown at/)
    const url = `http://localhost:${port}/any/path`
    const page = await ask(url, { headers: BROWSER })
    expect(page.status).toBe(500)
    expect(page.text).toContain('The program does not start')
    expect(page.text).toContain(`${place}:`)
    expect(page.text).toContain('class="failing"')
    expect(page.text).not.toContain('<b>starts')
    const problem = await ask(url)
    expect(problem.headers['content-type']).toContain('application/problem+json')
    expect(problem.headers['x-content-type-options']).toBe('nosniff')
    expect(JSON.parse(problem.text)).toMatchObject({
      status: 500,
      title: 'The program does not start',
    })

    const events = readEvents(
      `http://localhost:${port}/.webapp-dev/events`,
      ({ boot }) => boot === 'holding',
    )
    await events.last
    const before = dev.output.length
    const open = file.endsWith('.mjs') ? "import webapp from 'webapp'" : undefined
    project.write(file, onPort(greet('mended', open)))
    expect(await urlOf(dev, before)).toBe(`http://localhost:${port}/`)
    expect((await ask(`http://localhost:${port}/`)).text).toContain('"mended"')
  })

  it.each([
    ['null', 'throw null', 'null'],
    [
      'a member that throws',
      "throw Object.defineProperty(new Error('odd'), 'port', { get() { throw 1 } })",
      'odd',
    ],
  ])('a thrown value with %s, and the program ends as it would', async (_title, code, message) => {
    const project = createProject({ 'server.js': code })
    const [port = 0] = await freePorts(1)
    const dev = startDev(project, ['--port', String(port)])
    await dev.until(/ended with exit status 1; waiting for a change/)
    expect((await ask(`http://localhost:${port}/`)).text).toContain(`"detail": "${message}"`)
  })

  it('an error of a restart, on the same port', async () => {
    const project = createProject({ 'server.js': onPort(greet('one')) })
    const dev = startDev(project, ['--port', String(await freePorts(1))])
    const url = await urlOf(dev)
    let before = dev.output.length
    project.write('server.js', 'this is not JavaScript')
    await dev.until(/waiting for a change/, before)
    const page = await ask(url, { headers: BROWSER })
    expect(page.text).toContain('server.js:1:')
    before = dev.output.length
    project.write('server.js', onPort(greet('two')))
    await urlOf(dev, before)
    expect((await ask(url)).text).toContain('"two"')
  })

  it('why a running program ended', async () => {
    const code = `const app = require('webapp')()
app.get('/', (req, res) => { res.send('x'); setImmediate(() => { throw new Error('later') }) })
app.listen(0)`
    const dev = startDev(createProject({ 'server.js': code }))
    const url = await urlOf(dev)
    await ask(url)
    await dev.until(/the program ended with exit status 1; waiting for a change/)
    const page = await ask(url, { headers: BROWSER })
    expect(page.text).toContain('The program has ended')
    expect(page.text).toContain('server.js:2:')
  })

  it('the output of a program that ends itself', async () => {
    const [port = 0] = await freePorts(1)
    const code = "console.error('no <i>database</i>'); process.exit(3)"
    const dev = startDev(createProject({ 'server.js': code }), ['--port', String(port)])
    await dev.until(/ended with exit status 3; waiting/)
    const page = await ask(`http://localhost:${port}/`, { headers: BROWSER })
    expect(page.text).toContain('no &lt;i&gt;database&lt;/i&gt;')
  })

  it('which package to install', async () => {
    const [port = 0] = await freePorts(1)
    const code = "require('@scope/missing/part')"
    const dev = startDev(createProject({ 'server.js': code }), ['--port', String(port)])
    await dev.until(/Run "npm install @scope\/missing" in the project/)
    const { text } = await ask(`http://localhost:${port}/`, { headers: BROWSER })
    expect(text).toContain('Run &quot;npm install @scope/missing&quot; in the project.')
  })

  it('an error on the usual port first, and leads to the port of the program', async () => {
    const [port = 0] = await freePorts(1)
    const project = createProject({ 'server.js': 'throw new Error("x")' })
    const dev = startDev(project, [], { PORT: String(port) })
    await dev.until(/waiting for a change/)
    const events = readEvents(`http://localhost:${port}/.webapp-dev/events`, ({ url }) =>
      Boolean(url),
    )
    await events.opened
    project.write('server.js', greet('elsewhere'))
    const url = await urlOf(dev)
    expect(await events.last).toEqual({ url })
  })

  it('nothing to other machines, if the program never listened', async () => {
    const [port = 0] = await freePorts(1)
    const dev = startDev(createProject({ 'server.js': 'throw new Error("x")' }), [
      '--port',
      String(port),
    ])
    await dev.until(/waiting for a change/)
    // ::1 is another address than the one that the page is bound to.
    const refused = new Promise((resolve) => {
      connect(port, '::1').on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
    })
    expect(await refused).toMatch(/ECONNREFUSED|EADDRNOTAVAIL/)
  })

  it('nothing for a program that ends without an error', async () => {
    const project = createProject({ 'server.js': 'console.log("done")' })
    const dev = startDev(project)
    await dev.until(/ended without starting a server; waiting for a change/)
    project.write('server.js', greet('now'))
    expect((await ask(await urlOf(dev))).text).toContain('"now"')
  })
})
