import { describe, expect, it } from 'vitest'
import { Sampling } from '../../src/dev/child/sampling.ts'
import { toCurl } from '../../src/dev/inspector/curl.ts'
import type { RequestRecord } from '../../src/dev/inspector/messages.ts'
import { RecordStore } from '../../src/dev/inspector/store.ts'

function recordOf(id: number, size = 0): RequestRecord {
  const empty = { size: 0, data: '' }
  return {
    id: id.toString(16),
    time: id,
    method: 'POST',
    url: `/${id}`,
    httpVersion: '1.1',
    secure: false,
    port: 80,
    remoteAddress: undefined,
    route: undefined,
    status: 200,
    duration: 1,
    isAborted: false,
    requestHeaders: [],
    requestBody: { size, data: Buffer.alloc(size, "it's").toString('base64') },
    params: undefined,
    query: undefined,
    parsedBody: undefined,
    responseHeaders: [],
    responseBody: empty,
    layers: [],
    error: undefined,
    output: [],
  }
}

describe('the inspector at high rates', () => {
  it('records 100 requests of a second in full, and 20 failures beyond', () => {
    const sampling = new Sampling()
    const count = (take: () => boolean) => Array.from({ length: 2000 }, take).filter(Boolean).length
    expect(count(() => sampling.takesRequest(5000))).toBe(100)
    expect(count(() => sampling.takesFailure(5999))).toBe(20)
    expect(count(() => sampling.takesRequest(6000))).toBe(100)
  })

  it('keeps the last 500 requests', () => {
    const store = new RecordStore()
    for (let id = 0; id < 2000; id++)
      store.take({ type: 'request', record: recordOf(id) }, store, 500)
    const list = store.list()
    expect(list).toHaveLength(500)
    expect([list[0]?.url, list.at(-1)?.url]).toEqual(['/1500', '/1999'])
  })

  it('keeps fewer if their bodies are large', () => {
    const store = new RecordStore()
    for (let id = 0; id < 1000; id++)
      store.take({ type: 'request', record: recordOf(id) }, store, 270_000)
    expect(store.list().length).toBeLessThan(200)
    expect(store.list().at(-1)?.url).toBe('/999')
  })
})

describe('counts of several processes', () => {
  const countsOf = (count: number) => ({
    seen: count,
    recorded: count,
    routes: [{ method: 'GET', route: '/', count, errors: 1, totalTime: count, maxTime: count }],
  })

  it('are added, and a process that reports again replaces its own', () => {
    const store = new RecordStore()
    const [one, other] = [{}, {}]
    store.take({ type: 'counts', counts: countsOf(1) }, one, 1)
    store.take({ type: 'counts', counts: countsOf(5) }, other, 1)
    store.take({ type: 'counts', counts: countsOf(3) }, one, 1)
    const route = { method: 'GET', route: '/', count: 8, errors: 2, totalTime: 8, maxTime: 5 }
    expect(store.counts).toEqual({ seen: 8, recorded: 8, routes: [route] })
  })

  it('stay complete when a program starts many processes', () => {
    const store = new RecordStore()
    for (let each = 0; each < 500; each++) {
      store.take({ type: 'counts', counts: countsOf(1) }, {}, 1)
    }
    expect(store.counts.seen).toBe(500)
  })
})

describe('copy as curl', () => {
  it('quotes every word for the shell', () => {
    const record: RequestRecord = {
      ...recordOf(1, 4),
      url: "/a'b?c=$(x)",
      requestHeaders: [
        ['Host', 'x'],
        ['X-Quote', "it's; rm"],
        ['Content-Length', '4'],
      ],
    }
    expect(toCurl(record, 'http://localhost:3000/')).toBe(
      [
        `curl -i 'http://localhost:3000/a'\\''b?c=$(x)'`,
        `-X 'POST'`,
        `-H 'X-Quote: it'\\''s; rm'`,
        `-H 'Content-Type:'`,
        `--data-binary 'it'\\''s'`,
      ].join(' \\\n  '),
    )
  })

  it('does not let a path name another host', () => {
    const record = { ...recordOf(1), url: '//evil.test/x' }
    expect(toCurl(record, 'http://localhost:3000/')).toContain(
      "'http://localhost:3000//evil.test/x'",
    )
  })

  it('passes binary bodies through base64', () => {
    const body = { size: 3, data: Buffer.from([0, 255, 1]).toString('base64') }
    const command = toCurl({ ...recordOf(1), requestBody: body }, 'http://localhost:3000/')
    expect(command).toMatch(/^printf %s 'AP8B' \| base64 -d \| curl[\s\S]*--data-binary @-$/)
  })
})
