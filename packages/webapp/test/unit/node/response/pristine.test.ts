import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

/** What a tracing tool does that is loaded before everything else, and what it then sees. */
const source = `
  const http = require('node:http')
  const { prototype } = http.ServerResponse
  const calls = []
  for (const name of ['writeHead', 'end']) {
    const original = prototype[name]
    prototype[name] = function (...args) {
      calls.push([name, Buffer.isBuffer(args[0]) ? 'bytes' : args[0], args[1] ?? null])
      if (name === 'writeHead') this.setHeader('X-Traced', this.getHeader('Content-Type'))
      return original.apply(this, args)
    }
  }
  const webapp = require('webapp/v5')
  const app = webapp()
  app.get('/', (req, res) => res.send('x'))
  const server = app.listen(0, '127.0.0.1', () => {
    http.get({ port: server.address().port, host: '127.0.0.1', agent: false }, (answer) => {
      console.log(JSON.stringify([answer.headers['x-traced'], calls]))
      server.close()
      answer.resume()
    })
  })`

describe('members of Node that were replaced before webapp was loaded', () => {
  it('are called as if there were no shorter way', async () => {
    const args = ['--eval', source]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    expect(JSON.parse(stdout)).toEqual([
      'text/html; charset=utf-8',
      [
        ['end', 'bytes', null],
        ['writeHead', 200, null],
      ],
    ])
  })
})
