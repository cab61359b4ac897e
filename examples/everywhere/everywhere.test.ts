import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { awslambda, Output } from '../../tools/lambda/runtime.ts'
import { app } from './application.js'
import { expectNotes } from './checks.ts'
import { handler, streamed } from './lambda.js'
import { start } from './start.ts'

const client = { ip: '203.0.113.7', secure: true }

/** The event that a function URL sends for a request. */
function eventOf(path: string, { method = 'GET', headers = {}, body = null }: RequestInit): object {
  const http = { method, path, sourceIp: client.ip }
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers: { host: 'abc.lambda-url.eu-west-1.on.aws', ...(headers as object) },
    requestContext: { http, domainName: 'abc.lambda-url.eu-west-1.on.aws', stage: '$default' },
    body,
    isBase64Encoded: false,
  }
}

/** What a client gets for status, headers and cookies of a function. */
function responseOf(
  head: { statusCode: number; headers?: Record<string, string>; cookies?: string[] },
  body: Buffer,
): Response {
  const isEmpty = [204, 304].includes(head.statusCode)
  const response = new Response(isEmpty ? null : new Uint8Array(body), {
    status: head.statusCode,
    headers: head.headers ?? {},
  })
  for (const cookie of head.cookies ?? []) response.headers.append('set-cookie', cookie)
  return response
}

describe('the application', () => {
  it('runs on Node with server.js, and ends with a signal', async () => {
    const { url, end } = await start(process.execPath, ['server.js'])
    await expectNotes((path, init) => fetch(new URL(path, url), init), {
      ip: '127.0.0.1',
      secure: false,
    })
    expect(await end()).toBe(0)
  })

  it('runs as a function of web requests', async () => {
    await expectNotes(
      (path, init) =>
        app.fetch(new Request(`https://notes.test${path}`, init), { remoteAddress: client.ip }),
      client,
    )
  })

  it('runs on AWS Lambda with lambda.handler', async () => {
    await expectNotes(async (path, init = {}) => {
      const result = await handler(eventOf(path, init), {})
      const { body, isBase64Encoded } = result
      return responseOf(result, Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'))
    }, client)
  })

  describe('with streamed responses', () => {
    const place = globalThis as { awslambda?: unknown }
    beforeAll(() => {
      place.awslambda = awslambda
    })
    afterAll(() => {
      Reflect.deleteProperty(place, 'awslambda')
    })

    it('runs on AWS Lambda with lambda.streamed', async () => {
      await expectNotes(async (path, init = {}) => {
        const output = new Output()
        await streamed(eventOf(path, init), output, {})
        await expect.poll(() => output.isComplete).toBe(true)
        return responseOf(output.head ?? { statusCode: 502 }, output.body)
      }, client)
    })
  })
})
