import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dialects, type Side } from './harness/dialects.ts'

// A program that replaces `emit` of Node's responses sees the events of its own responses alone.

const require = createRequire(import.meta.url)

const program = `
const http = require('node:http')
const { emit } = http.ServerResponse.prototype
const [, , entry, moment] = process.argv
const replace = () => {
  http.ServerResponse.prototype.emit = function (event, ...args) {
    console.log(String(event), this.req.url || 'of no request')
    return emit.call(this, event, ...args)
  }
}
if (moment === 'before') replace()
const express = require(entry)
if (moment === 'after') replace()
setImmediate(() => setImmediate(() => {
  if (moment === 'later') replace()
  const app = express()
  app.use((_req, res) => res.send('text'))
  const server = app.listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    http.get({ port, host: '127.0.0.1', path: '/a', agent: false }, (response) => {
      response.resume()
      response.on('close', () => server.close())
    })
  })
}))
`

let folder = ''
let file = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'replaced-emit-'))
  file = join(folder, 'program.js')
  writeFileSync(file, program)
})

afterAll(() => rmSync(folder, { recursive: true }))

function run({ name, nodeFlags }: Side, moment: string): string[] {
  const args = [...nodeFlags, file, require.resolve(name), moment]
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return stdout.split('\n')
}

describe('ServerResponse.prototype.emit that a program replaces', () => {
  for (const { name, oracle, subject } of dialects) {
    it(`sees the events of Express ${name}`, () => {
      for (const moment of ['before', 'after', 'later']) {
        const expected = run(oracle, moment)
        expect(expected).toContain('finish /a')
        expect(run(subject, moment), `${moment} loading`).toEqual(expected)
      }
    })
  }
})
