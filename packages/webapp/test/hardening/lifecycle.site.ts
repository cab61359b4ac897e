import type { AddressInfo, Server } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { listenByHttp2 } from './support/http2.ts'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = async (site) => {
  const { app } = site
  app.get('/json', (_req, res) => void res.json({ a: [1, 'ä'] }))
  app.get('/fail', async () => {
    throw Object.assign(new Error('as it may be'), { status: 503 })
  })
  app.get('/stream', (_req, res) => void Readable.from(endless()).pipe(res))
  countDepartures(site)
  closeAnother(site)
  listenByHttp2(site)
  app.use(tellError)
}

export default build

async function* endless(): AsyncGenerator<string> {
  for (;;) {
    yield 'x'.repeat(1024)
    await wait(5)
  }
}

/** Handlers that work on until their client leaves, and answer all the same. */
function countDepartures({ app }: Site): void {
  let departures = 0
  app.get('/work', (req, res) => {
    req.signal.addEventListener('abort', () => {
      departures++
      res.write('too late')
      res.end('as well')
    })
    res.write('begun')
  })
  app.get('/departures', (_req, res) => void res.json(departures))
}

/** Another application in the same process, which is closed while it is asked. */
function closeAnother({ app, webapp }: Site): void {
  const other = webapp()
  let waiting = 0
  let answer: () => void = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  other.get('/', (_req, res) => void res.send('quick'))
  other.get('/slow', async (_req, res) => {
    waiting++
    await mayAnswer
    res.send('slow')
  })
  app.get('/other', (_req, res) => {
    const server = other.listen(0, '127.0.0.1', () => void res.json(portOf(server)))
  })
  app.get('/other/waiting', (_req, res) => void res.json(waiting))
  app.get('/other/close', (_req, res) => {
    other.close({ timeout: 30_000 })
    setTimeout(answer, 300)
    res.json(other.closing)
  })
  app.get('/other/closed', async (_req, res) => void res.json(await other.close()))
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
