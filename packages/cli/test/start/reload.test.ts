import { once } from 'node:events'
import { symlinkSync, unlinkSync } from 'node:fs'
import { get } from 'node:http'
import { describe, expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import {
  createProject,
  greet,
  OpenRequest,
  ownPort,
  PROGRAMS,
  pidsOf,
  plain,
  start,
  undo,
  urlOf,
} from './support.ts'

const SHUTDOWN = 'webapp.shutdown(app)'
const CLOSE = "process.on('SIGTERM', () => server.close())"

async function textOf(url: string): Promise<unknown> {
  return JSON.parse((await ask(url)).text).text
}

describe.skipIf(process.platform === 'win32')('SIGHUP', () => {
  it.each([
    ['webapp without shutdown', (text: string) => greet(text)],
    ['webapp with shutdown', (text: string) => greet(text, PROGRAMS.webapp, SHUTDOWN)],
    ['4.x', (text: string) => greet(text, PROGRAMS['webapp/v4'])],
    ['3.x', (text: string) => greet(text, PROGRAMS['webapp/v3'], SHUTDOWN)],
    ['Node without a listener for SIGTERM', (text: string) => plain(text)],
    ['Node with a listener for SIGTERM', (text: string) => plain(text, CLOSE)],
  ])('replaces the workers, and requests finish: %s', async (_title, program) => {
    const project = createProject({ 'server.js': program('old') })
    const command = start(project)
    const url = await urlOf(command)
    const before = await pidsOf(url)
    const requests = [1, 2, 3, 4].map(() => new OpenRequest(url))
    await Promise.all(requests.map((request) => request.begun()))
    project.write('server.js', program('new'))
    command.child.kill('SIGHUP')
    // A worker that has a successor waits for the requests that it has.
    await command.until(/worker replaced/)
    const texts = await Promise.all(requests.map((request) => request.finish()))
    for (const text of texts) expect(text).toMatch(/HTTP\/1\.1 200 OK[\s\S]*"text":"old"/)
    await command.until(/: reloaded ms=/)
    const after = await pidsOf(url)
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect(await textOf(url)).toBe('new')
  })

  it.each([
    ['throws', "throw new Error('broken release')", /broken release/],
    ['is no program', 'no program', /SyntaxError/],
    ['ends without a server', '', /status 0/],
  ])('keeps the old workers if the new code %s', async (_title, broken, message) => {
    const project = createProject({ 'server.js': greet('old') })
    const command = start(project)
    const url = await urlOf(command)
    const before = await pidsOf(url)
    project.write('server.js', broken)
    command.child.kill('SIGHUP')
    await command.until(/the new worker ended before it listened/)
    await command.until(/reload stopped; the old workers go on/)
    expect(command.output).toMatch(message)
    expect((await pidsOf(url)).sort()).toEqual(before.sort())
    project.write('server.js', greet('mended'))
    command.child.kill('SIGHUP')
    await command.until(/: reloaded ms=/)
    expect(await textOf(url)).toBe('mended')
  })

  it('replaces a single worker without a gap', async () => {
    const command = start(createProject({ 'server.js': greet('x') }), ['--workers', '1'])
    const url = await urlOf(command)
    let isOver = false
    const statuses = new Set<number>()
    const asking = (async () => {
      while (!isOver) statuses.add((await ask(url)).status)
    })()
    for (let round = 0; round < 3; round++) {
      const from = command.output.length
      command.child.kill('SIGHUP')
      await command.until(/: reloaded ms=/, from)
    }
    isOver = true
    await asking
    expect([...statuses]).toEqual([200])
  })

  it('waits until a new worker listens on all ports of the old one', async () => {
    const project = createProject({
      'server.js': `const webapp = require('webapp')
const app = webapp().get('/', (req, res) => res.json({ text: 'x' }))
app.listen(process.env.OWN_PORT)
// A second server that needs something else first.
setTimeout(() => app.listen(process.env.OTHER_PORT, () => console.log('both')), 500)`,
    })
    const OTHER_PORT = ownPort()
    const command = start(project, ['--workers', '1'], { OTHER_PORT })
    await urlOf(command)
    await command.until(/both/)
    const from = command.output.length
    command.child.kill('SIGHUP')
    await command.until(/: reloaded ms=/, from)
    expect(command.output.slice(from)).toMatch(/both[\s\S]*worker replaced/)
    expect(await textOf(`http://localhost:${OTHER_PORT}/`)).toBe('x')
  })

  it('takes the release that a symbolic link names', async () => {
    const project = createProject({
      'one/server.js': greet('one'),
      'two/server.js': greet('two'),
    })
    const current = project.path('current')
    symlinkSync(project.path('one'), current)
    undo.push(() => unlinkSync(current))
    // The working folder of a shell that went through the link.
    const command = start(project, ['server.js', '--workers', '1'], { PWD: current }, current)
    const url = await urlOf(command)
    expect(await textOf(url)).toBe('one')
    unlinkSync(current)
    symlinkSync(project.path('two'), current)
    command.child.kill('SIGHUP')
    await command.until(/: reloaded ms=/)
    expect(await textOf(url)).toBe('two')
  })

  it('while the program starts reloads it afterwards', async () => {
    const project = createProject({ 'server.js': `console.log('loads')\n${greet('x')}` })
    const command = start(project, ['--workers', '1'])
    await command.until(/loads/)
    command.child.kill('SIGHUP')
    await command.until(/: ready [\s\S]*: reloading [\s\S]*: reloaded /)
  })

  it('twice in a row ends with the newest code in all workers', async () => {
    const project = createProject({ 'server.js': greet('first') })
    const command = start(project)
    const url = await urlOf(command)
    command.child.kill('SIGHUP')
    await command.until(/reloading/)
    project.write('server.js', greet('last'))
    command.child.kill('SIGHUP')
    await command.until(/(reloaded[\s\S]*){2}/)
    const texts = await Promise.all([1, 2, 3, 4].map(() => textOf(url)))
    expect(texts).toEqual(['last', 'last', 'last', 'last'])
  })

  it('gives an old worker the time limit, and tells how many connections it closed', async () => {
    const command = start(createProject({ 'server.js': greet('x') }), [
      ...['--workers', '1'],
      ...['--timeout', '300ms'],
    ])
    const url = await urlOf(command)
    const [hanging] = await once(get(`${url}hang`, { agent: false }), 'response')
    const broken = once(hanging, 'error')
    hanging.resume()
    command.child.kill('SIGHUP')
    await command.until(/worker reached its time limit pid=\d+ connections=1/)
    await command.until(/: reloaded ms=/)
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' })
  })
})
