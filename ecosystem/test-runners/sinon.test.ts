import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('sinon-server.cjs', import.meta.url))

const JSON_TYPE = { 'content-type': 'application/json' }

// Sinon replaces the functions of the process itself, so that Node uses the fake `nextTick` too and
// waits for its clock. Without ticks of the clock, Node's second response on a connection never begins.
describe.each([
  ['without nextTick', []],
  ['with nextTick, which ticks', ['ticks']],
])("sinon's fake timers %s", (_which, ticks) => {
  describe.each(['before', 'after'])('installed %s the package is loaded', (when) => {
    it.each(['webapp/v5', 'webapp/v4', 'webapp/v3'])('serve an application of %s', async (name) => {
      const server = fork(program, [name, when, ...ticks])
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      try {
        const [port] = await once(server, 'message')
        const ask = (path: string, headers = {}, body?: string) =>
          answerTo({ agent, port, path, headers, method: body ? 'POST' : 'GET' }, body)
        expect(await ask('/')).toEqual([200, 'text'])
        expect(await ask('/')).toEqual([200, 'text'])
        expect(await ask('/', JSON_TYPE, '["1"]')).toEqual([200, expect.stringContaining('"1"')])
        expect(await ask('/', JSON_TYPE, '{')).toEqual([400, expect.stringContaining('JSON')])
        expect(await ask('/files/small.txt')).toEqual([200, 'small'])
        expect(await ask('/files/large.txt')).toEqual([200, 'x'.repeat(300_000)])
        expect(await ask('/file')).toEqual([200, 'x'.repeat(300_000)])
        expect(await ask('/throw')).toEqual([500, expect.stringContaining('thrown')])
        expect(await ask('/slow')).toEqual([503, 'slow'])
        expect(await ask('/nothing')).toEqual([404, expect.stringContaining('Cannot GET')])
      } finally {
        agent.destroy()
        server.disconnect()
        await once(server, 'exit')
      }
    })
  })
})

/** The status and the body of a response. */
function answerTo(options: object, body: string | undefined): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', ...options }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      incoming.on('end', () => resolve([incoming.statusCode ?? 0, text]))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
