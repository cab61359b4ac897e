import { once } from 'node:events'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { multipart, type Part, parts } from '../../src/multipart.ts'
import { describeDialects } from '../support/dialects.ts'

const BOUNDARY = 'X-boundary'
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`
const END = `--${BOUNDARY}--\r\n`
const headers = { 'content-type': TYPE }

function part(disposition: string, content: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
}

const form = `${part('name="a"', '1')}${part('name="f"; filename="f.txt"', 'content')}${END}`

interface Form {
  readonly body: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, { filename: string; size: number }[]>>
}

describeDialects('parts() that the program destroys', ['5.x', '4.x', '3.x'], (t) => {
  const large = part('name="f"; filename="f"', 'x'.repeat(2_000_000))
  const body = `${large}${part('name="a"', '1')}${END}`

  it('goes on with the next part, however much of the destroyed one is buffered', async () => {
    t.app.post('/', (req, res, next) => {
      const names: string[] = []
      const read = async () => {
        for await (const each of parts(req as never)) {
          names.push(each.name)
          // Buffered up to its limit: the client is not read any more.
          while (each.isFile && each.readableLength < each.readableHighWaterMark) await turn()
          each.destroy()
        }
      }
      read().then(() => res.json(names), next)
    })
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect(answer.json()).toEqual(['f', 'a'])
  })

  it('gives a part that next() waits for while the one before is destroyed', async () => {
    t.app.post('/', (req, res, next) => {
      const iterator = parts(req as never)
      const read = async () => {
        const { value: first } = await iterator.next()
        const second = iterator.next()
        first.pause()
        while (first.readableLength < first.readableHighWaterMark) await turn()
        first.destroy()
        return (await second).value.name
      }
      read().then((name) => res.json(name), next)
    })
    expect((await t.request('/', { method: 'POST', headers, body })).json()).toBe('a')
  })

  it('stores the other files if a storage function destroys one', async () => {
    const storage = async (each: Part) => {
      while (each.name === 'f' && each.readableLength < each.readableHighWaterMark) await turn()
      each.destroy()
    }
    t.app.post('/', multipart({ storage }), (req, res) => {
      res.json((req as unknown as Form).body)
    })
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect(answer.json()).toEqual({ a: '1' })
  })
})

describe('parts() as an iterator', () => {
  function requestOf(text: string) {
    const source = Readable.from([Buffer.from(text)], { objectMode: false })
    return Object.assign(source, { headers, complete: true }) as never
  }

  it('answers calls of next() that do not wait for each other', async () => {
    const iterator = parts(requestOf(form))
    const all = await Promise.all([iterator.next(), iterator.next(), iterator.next()])
    expect(all.map(({ done, value }) => done || value.name)).toEqual(['a', 'f', true])
  })

  it('ends a pending next() when the program returns', async () => {
    const req = Object.assign(new Readable({ read() {} }), { headers, complete: true })
    const iterator = parts(req as never)
    const pending = iterator.next()
    await iterator.return?.()
    expect(await pending).toEqual({ done: true, value: undefined })
    req.push(form)
    req.push(null)
    await once(req, 'end')
  })
})

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
