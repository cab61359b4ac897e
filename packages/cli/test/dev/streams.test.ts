import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../support/client.ts'
import { RunningCommand } from '../support/command.ts'
import { Project } from '../support/project.ts'
import { detailsOf, listOf, readCounts, type Summary } from './inspector-client.ts'
import { createProject, startDev, urlOf } from './support.ts'

const PROGRAM = `const webapp = require('webapp')
const { events } = require('webapp/sse')
const app = webapp()
app.get('/events', function subscribes(req, res) { events(req, res).send({ data: 'one' }) })
app.get('/counted', (req, res) => { res.type('text/event-stream').write('data: one\\n\\n') })
app.get('/by-hand', (req, res) => { res.writeHead(200, ['Content-Type', 'text/event-stream']); res.write('data: one\\n\\n') })
app.get('/ended', (req, res) => { res.type('text/event-stream').write('data: one\\n\\n'); req.socket.on('close', () => res.end()) })
app.get('/goes-on', (req, res) => { res.type('text').write('first line\\n') })
app.get('/download', (req, res) => { res.set('Content-Length', '1000').write('the first part') })
app.get('/never', (req, res) => { console.log('waits') })
app.get('/short', (req, res) => { res.type('application/x-ndjson').end('{}\\n') })
app.listen(0, () => require('node:http2').createServer(app).listen(0))
`

/** Sends a request. Resolves to its response when the first bytes of the body have arrived. */
async function open(url: string): Promise<IncomingMessage> {
  const sent = request(url, { agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  await once(response, 'data')
  return response
}

describe('the inspector', () => {
  const project = new Project({ 'server.js': PROGRAM })
  const dev = new RunningCommand(['dev'], { cwd: project.folder })
  let url = ''
  let inspector = ''
  beforeAll(async () => {
    inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    url = await urlOf(dev)
  })
  afterAll(async () => {
    await dev.stop()
    project.remove()
  })

  /** The line of a path, when it satisfies the condition. */
  async function lineOf(path: string, isIt: (line: Summary) => boolean): Promise<Summary> {
    const lines = async () => (await listOf(inspector)).filter((each) => each.url === path)
    await expect.poll(async () => (await lines()).some(isIt)).toBe(true)
    return (await lines()).find(isIt) as Summary
  }

  const isOpen = ({ stream }: Summary) => (stream as { isOpen: boolean } | undefined)?.isOpen

  it.each(['/events', '/by-hand', '/ended'])(
    'shows the stream of %s, and its end',
    async (path) => {
      const response = await open(url + path.slice(1))
      expect(await lineOf(path, (line) => isOpen(line) === true)).toMatchObject({
        status: 200,
        isAborted: false,
      })
      response.destroy()
      expect(await lineOf(path, (line) => isOpen(line) === false)).toMatchObject({
        isAborted: false,
      })
      expect((await listOf(inspector)).filter((line) => line.url === path)).toHaveLength(1)
      expect((await detailsOf(inspector, path)).layers.at(-1)).toMatchObject({
        outcome: 'answered',
      })
    },
  )

  it('takes a body without a length that goes on for a stream', async () => {
    const response = await open(`${url}goes-on`)
    response.destroy()
    expect(await lineOf('/goes-on', () => true)).toMatchObject({
      status: 200,
      isAborted: false,
      stream: { isOpen: false },
    })
  })

  it('calls a response aborted if its client left before the end or before the head', async () => {
    const response = await open(`${url}download`)
    response.destroy()
    expect(await lineOf('/download', () => true)).toMatchObject({ isAborted: true })
    const silent = request(`${url}never`, { agent: false }).on('error', () => undefined)
    silent.end()
    await dev.until(/^waits$/m)
    silent.destroy()
    const line = await lineOf('/never', () => true)
    expect(line).toMatchObject({ isAborted: true })
    expect(line.stream).toBeUndefined()
  })

  it('knows a stream of HTTP/2', async () => {
    const port = (await dev.until(/listening on https:\/\/localhost:(\d+)/))[1]
    const session = connectHttp2(`http://localhost:${port}`)
    const stream = session.request({ ':path': '/goes-on?http2' })
    await once(stream, 'data')
    stream.close()
    expect(await lineOf('/goes-on?http2', () => true)).toMatchObject({ isAborted: false })
    session.close()
  })

  it('counts the time until a stream begins, not the time that it is open', async () => {
    const response = await open(`${url}counted`)
    const { stream } = await lineOf('/counted', (line) => isOpen(line) === true)
    response.destroy()
    const { headAfter } = stream as { headAfter: number }
    const closed = await lineOf('/counted', (line) => isOpen(line) === false)
    expect(closed.duration).toBeGreaterThan(headAfter)
    const counts = async () =>
      (await readCounts(inspector)).routes.find(({ route }) => route === closed.route)
    await expect.poll(counts).toMatchObject({ count: 1, totalTime: headAfter, maxTime: headAfter })
  })

  it('shows a stream that ends at once as one line', async () => {
    await ask(`${url}short`)
    expect(await lineOf('/short', (line) => isOpen(line) === false)).toMatchObject({
      isAborted: false,
    })
  })
})

it('webapp dev --no-inspector prints the line of a stream when it begins', async () => {
  const dev = startDev(createProject({ 'server.js': PROGRAM }), ['--no-inspector'])
  const url = await urlOf(dev)
  const response = await open(`${url}events`)
  await dev.until(/GET \/events 200 stream /)
  response.destroy()
  const other = await open(`${url}download`)
  other.destroy()
  await dev.until(/GET \/download aborted /)
  expect(dev.output.match(/GET \/events/g)).toHaveLength(1)
})
