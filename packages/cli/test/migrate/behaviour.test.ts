import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, request } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { LEDGER } from '../../src/migrate/ledger.ts'
import { type Program, programs, type Request } from './behaviour-cases.ts'
import { plan } from './project.ts'

const require = createRequire(new URL('../../../../conformance/package.json', import.meta.url))
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-behaviour-')))
writeFileSync(join(folder, 'file.txt'), 'content')
writeFileSync(join(folder, '.hidden'), 'hidden content')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sourceOf = (body: string) =>
  `var express = require('express')\nvar app = express()\n${body}\nmodule.exports = app\n`

describe('programs that are rewritten respond as before', () => {
  const migrated = new Map<string, readonly Response[]>()

  // First, because Express 3 changes the prototypes of node:http.
  beforeAll(async () => {
    for (const { from, body, requests } of programs) {
      const text = plan(sourceOf(body), { from }).text()
      migrated.set(body, await respond(load(text, 'webapp'), requests))
    }
  })

  it('for every rewritten entry of docs/dialects.md', () => {
    const rewritten = Object.keys(LEDGER).filter((id) => LEDGER[id]?.treatment === 'rewritten')
    expect([...new Set(programs.map(({ id }) => id))].sort()).toEqual(rewritten.sort())
  })

  it.each(programs)('$id: $body', async ({ id, from, body, requests }) => {
    // Express 3 and 4 warn about members that they are about to lose.
    const quiet = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      expect(plan(sourceOf(body), { from }).rewrites).toContain(id)
      const before = await respond(load(sourceOf(body), `express${from}`), requests)
      expect(migrated.get(body)).toEqual(before)
      expect(before.some(({ status }) => status < 500)).toBe(true)
    } finally {
      quiet.mockRestore()
    }
  })
})

/** Runs a program as a CommonJS module. */
function load(text: string, framework: string): RequestListener {
  const module: { exports: unknown } = { exports: {} }
  const run = new Function('require', 'module', '__dirname', text)
  run(
    (name: string) => require(name === 'express' || name === 'webapp' ? framework : name),
    module,
    folder,
  )
  return module.exports as RequestListener
}

interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

/** Headers that show what a rewritten spot did. */
const COMPARED = ['location', 'set-cookie', 'content-type']

async function respond(
  app: RequestListener,
  requests: Program['requests'],
): Promise<readonly Response[]> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const responses: Response[] = []
  for (const each of requests) {
    responses.push(await send(port, typeof each === 'string' ? { line: each } : each))
  }
  server.close()
  server.closeAllConnections()
  return responses
}

function send(port: number, { line, headers = {}, body }: Request): Promise<Response> {
  const [method, path] = line.split(' ')
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      answer.on('error', reject)
      answer.on('end', () => {
        const kept = COMPARED.map((name) => [name, lower(answer.headers[name])])
        const status = answer.statusCode ?? 0
        // The default pages of 404 are documents in 5.x (D-062).
        const isPage = status === 404 && text.includes('Cannot ')
        resolve({
          status,
          headers: isPage ? {} : Object.fromEntries(kept),
          text: isPage ? '' : text,
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** The charset has other letters in 5.x (D-083). */
function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.replace('UTF-8', 'utf-8') : value
}
