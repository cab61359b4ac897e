import { Http2ServerResponse } from 'node:http2'
import { expect, it } from 'vitest'
import { factories } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

type Members = Record<string, (this: unknown, ...args: unknown[]) => unknown>

const prototype = Http2ServerResponse.prototype as unknown as Members
interface Sender {
  once(event: string, listener: () => void): void
  send(text: string): void
}

type Route = (path: string, handler: (req: unknown, res: Sender) => void) => void

const NAMES = ['emit', 'end', 'setHeader', 'write', 'writeHead']

/** Runs a function while members of Node's HTTP/2 responses record their calls. */
async function callsDuring(run: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = []
  const undo = NAMES.map((name) => {
    const before = Object.getOwnPropertyDescriptor(prototype, name)
    const original = prototype[name]
    prototype[name] = function (...args) {
      const [first] = args
      calls.push(`${name} ${args.length} ${name === 'emit' ? String(first) : typeof first}`)
      return original?.apply(this, args)
    }
    return () => {
      if (before) Object.defineProperty(prototype, name, before)
      else delete prototype[name]
    }
  })
  try {
    await run()
  } finally {
    for (const restore of undo) restore()
  }
  return calls
}

it.each(Object.entries(factories))(
  'calls members that a tool replaced [%s]',
  async (_name, webapp) => {
    const app = webapp()
    let closed = false
    ;(app as unknown as { get: Route }).get('/', (_req, res) => {
      res.once('close', () => {
        closed = true
      })
      res.send('text')
    })
    const { ask } = await startHttp2(app as never)
    const calls = await callsDuring(async () => {
      await ask('/')
      await expect.poll(() => closed).toBe(true)
    })
    const [set, others] = [/^setHeader/, /^(?!setHeader|emit 1 header)/].map((names) =>
      calls.filter((call) => names.test(call)),
    )
    expect(others).toEqual([
      'writeHead 1 number',
      expect.stringMatching(/^write [12] (?:object|string)$/),
      'end 0 undefined',
      'emit 1 finish',
      'emit 1 close',
    ])
    expect(new Set(set)).toEqual(new Set(['setHeader 2 string']))
  },
)
