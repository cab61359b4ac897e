import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../src/config.ts'
import { openNotes } from './support/notes.ts'
import { addressOf } from './support/process.ts'

interface Spans {
  readonly resourceSpans: { scopeSpans: { spans: { name: string; traceId: string }[] }[] }[]
}

it('sends a span of each request to the collector, also of the last ones', async () => {
  const spans: { name: string; traceId: string }[] = []
  const collector = createServer(async (req, res) => {
    const { resourceSpans } = JSON.parse(await textOf(req)) as Spans
    for (const { scopeSpans } of resourceSpans)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    res.setHeader('Content-Type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const spare = await openNotes()
  await spare.stop()
  const child = spawn(process.execPath, ['--import', 'tsx', join('src', 'server.ts')], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: spare.folder,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
  })
  try {
    const url = await addressOf(child)
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    await (
      await fetch(`${url}/notes/3f3c1a2e-0000-4000-8000-000000000000`, {
        headers,
        redirect: 'manual',
      })
    ).text()
    await (await fetch(`${url}/login`)).text()
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    expect(spans.map(({ name }) => name).sort()).toEqual(['GET', 'GET /login'])
    expect(spans.some((span) => span.traceId === traceId)).toBe(true)
  } finally {
    child.kill('SIGKILL')
    collector.close()
    await spare.close()
  }
})

async function textOf(req: IncomingMessage): Promise<string> {
  return Buffer.concat(await req.toArray()).toString()
}
