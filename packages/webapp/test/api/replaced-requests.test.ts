import { type Agent, Agent as HttpAgent, type RequestOptions, request } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

// As in Express, `app.handle(other, res)` makes the other object `res.req`. What Node does with the
// request at the end of its response, it does with the request that it has parsed.

describeDialects('a response whose res.req was replaced', ['5.x', '4.x', '3.x'], (t) => {
  const large = Buffer.alloc(300_000, 'x')

  /** Sends requests one after the other on one connection: the later ones are in its lane. */
  async function sendAll(
    ...options: readonly [method: string, body?: Buffer][]
  ): Promise<string[]> {
    const agent = new HttpAgent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const port = await t.port()
    const texts: string[] = []
    for (const [method, body] of options) texts.push(await send({ port, method, agent }, body))
    return texts
  }

  it.each(['null', 'an empty object', 'a copy'])('is finished as usual: %s', async (kind) => {
    t.app.use((req, res) => {
      const { url, method, headers } = req
      const other = kind === 'null' ? null : kind === 'a copy' ? { url, method, headers } : {}
      res.req = other as never
      res.end('text')
    })
    const texts = await sendAll(['GET'], ['GET'], ['POST', large], ['GET'])
    expect(texts).toEqual(['text', 'text', 'text', 'text'])
  })

  it('drains the request that Node has parsed', async () => {
    const closed: string[] = []
    t.app.use((req, res, next) => {
      if (req.url !== '/') return next()
      req.on('close', () => closed.push(req.method))
      const own = { url: '/other', method: 'GET', headers: {} }
      ;(t.app as unknown as Handler).handle(own, res, next)
    })
    t.app.get('/other', (_req, res) => {
      res.end('other')
    })
    const texts = await sendAll(['GET'], ['POST', large], ['POST', large], ['GET'])
    expect(texts).toEqual(['other', 'other', 'other', 'other'])
    await expect.poll(() => closed).toEqual(['GET', 'POST', 'POST', 'GET'])
  })
})

function send(options: RequestOptions & { agent: Agent }, body?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve(text))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

interface Handler {
  handle(req: object, res: object, next: (error?: unknown) => void): void
}
