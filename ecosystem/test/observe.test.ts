import { describe, expect, it } from 'vitest'
import type { Answer } from '../harness/client.js'
import { observeAnswer } from '../harness/observe.js'

const terms = { origin: 'http://127.0.0.1:8080', product: 'webapp', hide: [/id-\d+/g] }

describe('what is compared of an answer', () => {
  it('is its status, its headers in their order and case, and its body', () => {
    expect(observe(['b: 1', 'A: 2'], 'body')).toEqual({
      request: 'GET /',
      status: 200,
      reason: 'OK',
      headers: ['b: 1', 'A: 2'],
      body: 'body',
    })
  })

  it('is not the time, the port, the name of the product or what the case hides', () => {
    const headers = ['Date: now', 'X-Powered-By: webapp', `Location: ${terms.origin}/id-7`]
    expect(observe(headers, '127.0.0.1:8080')).toMatchObject({
      headers: ['Date: <now>', 'X-Powered-By: <product>', 'Location: <origin>/<hidden>'],
      body: '<host>',
    })
  })

  it('is the first line of a stack, without the length that its frames make', () => {
    const page =
      'Error: x<br> &nbsp; &nbsp;at f (/a.js:1:2)<br> &nbsp; &nbsp;at g (/b.js:1:2)</pre>'
    expect(observe(['Content-Length: 99'], page)).toMatchObject({
      headers: ['Content-Length: <of the body>'],
      body: 'Error: x <frames></pre>',
    })
  })

  it('is text that only looks like a frame', () => {
    expect(observe([], 'look at this')).toMatchObject({ body: 'look at this' })
  })

  it('is the length, where the body is compared as it was', () => {
    expect(observe(['Content-Length: 4'], 'body')).toMatchObject({ headers: ['Content-Length: 4'] })
  })
})

function observe(lines: readonly string[], body: string) {
  const rawHeaders = lines.flatMap((line) => line.split(': '))
  const answer = {
    request: 'GET /',
    status: 200,
    reason: 'OK',
    rawHeaders,
    bytes: Buffer.from(body),
  }
  // Only what is looked at: an answer is made from a message of Node.
  return observeAnswer(answer as unknown as Answer, terms)
}
