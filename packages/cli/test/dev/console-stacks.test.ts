import { describe, expect, it } from 'vitest'
import { StackStream, shortenStacks } from '../../src/dev/stack-lines.ts'
import { ask } from '../support/client.ts'
import { detailsOf } from './inspector-client.ts'
import { createProject, startDev, urlOf } from './support.ts'

const FRAMEWORK = '/srv/wébapp'
const STACK = `Error: x
    at own (/srv/app.js:1:2)
    at Layer.handle (${FRAMEWORK}/dist/layer.js:1:2)
    at async file://${FRAMEWORK}/dist/route.js:1:2
    at session (/srv/node_modules/express-session/index.js:1:2)
    at Server.emit (node:events:524:28)
`
const SHORT = `Error: x
    at own (/srv/app.js:1:2)
    at session (/srv/node_modules/express-session/index.js:1:2)
    ... 3 frames of Node and webapp (--full-stacks shows them)
`

describe('a stack on the console', () => {
  it.each([
    ['keeps the frames of the program and of packages', STACK, SHORT],
    ['keeps its lines around', `before\n${STACK}after`, `before\n${SHORT}after`],
    [
      'keeps the bracket before further members',
      'Error: x\n    at own (/a.js:1:2)\n    at f (node:fs:1:2) {\n  code: 1\n}',
      'Error: x\n    at own (/a.js:1:2)\n    ... 1 frame of Node and webapp (--full-stacks shows them) {\n  code: 1\n}',
    ],
    [
      'keeps the bracket of its own last frame',
      'Error: x\n    at f (node:fs:1:2)\n    at own (/a.js:1:2) {\n  code: 1\n}',
      'Error: x\n    ... 1 frame of Node and webapp (--full-stacks shows them)\n    at own (/a.js:1:2) {\n  code: 1\n}',
    ],
    [
      'is counted for each cause',
      'Error: x\n    at f (node:fs:1:2) {\n  [cause]: Error: y\n      at f (node:fs:1:2)\n      at g (node:fs:1:2)\n}',
      'Error: x\n    ... 1 frame of Node and webapp (--full-stacks shows them) {\n  [cause]: Error: y\n      ... 2 frames of Node and webapp (--full-stacks shows them)\n}',
    ],
    [
      'is recognised in colours',
      'Error: x\n\u001b[90m    at f (node:fs:1:2)\u001b[39m\n',
      'Error: x\n    ... 1 frame of Node and webapp (--full-stacks shows them)\n',
    ],
    [
      'is not any text',
      'we meet at node:fs:1:2\nat (node:fs:1:2)',
      'we meet at node:fs:1:2\nat (node:fs:1:2)',
    ],
  ])('%s', (_title, text, short) => {
    expect(shortenStacks(text, FRAMEWORK)).toBe(short)
  })

  it('is the same in a stream, wherever the stream is cut', () => {
    const bytes = Buffer.from(`é${STACK}é: \0\n${STACK}`)
    const expected = Buffer.from(`é${SHORT}é: \0\n${SHORT}`)
    for (let at = 0; at <= bytes.length; at++) {
      const parts: Buffer[] = []
      const stream = new StackStream(FRAMEWORK, (part) => parts.push(part))
      stream.add(bytes.subarray(0, at))
      stream.add(bytes.subarray(at))
      stream.flush()
      expect(Buffer.concat(parts).toString()).toBe(expected.toString())
    }
  })

  it('does not delay a question in a stream', () => {
    const parts: string[] = []
    const stream = new StackStream(FRAMEWORK, (part) => parts.push(part.toString()))
    stream.add(Buffer.from('Are you sure? '))
    expect(parts.splice(0)).toEqual(['Are you sure? '])
    stream.add(Buffer.from('    at f (node:fs:1:2)\n    at'))
    expect(parts.splice(0)).toEqual(['    at f (node:fs:1:2)\n'])
  })
})

const PROGRAM = `Error.stackTraceLimit = 50; const app = require('webapp')()
app.get('/logged', (req, res, next) => { next(new Error('passed on')) })
app.get('/printed', (req, res) => {
  const error = new Error('printed')
  console.log(error)
  console.error(error)
  res.send(error.stack)
})
app.get('/ends', () => { setImmediate(() => { throw new Error('fatal') }) })
app.listen(0)
`

describe('the console of webapp dev', () => {
  it('has stacks without frames of Node and webapp, and says so', async () => {
    const dev = startDev(createProject({ 'server.js': PROGRAM }))
    const url = await urlOf(dev)
    const inspector = (await dev.until(/inspector at (\S+)/))[1] ?? ''
    await ask(`${url}logged`)
    await dev.until(
      /passed on\n +at .*server\.js:2:\d+\)?\n +\.\.\. \d+ frames of Node and webapp \(--full-stacks/,
    )
    const before = dev.output.length
    const { text } = await ask(`${url}printed`)
    expect(text).toContain('node:')
    await dev.until(
      /printed(\n +at .*server\.js.*)+\n +\.\.\. [\s\S]*printed(\n +at .*server\.js.*)+\n +\.\.\. /,
      before,
    )
    expect(dev.output).not.toMatch(/^ +at .*(?:node:|\/dist\/)/m)
    const { output } = await detailsOf(inspector, '/printed')
    expect(output.map((each) => each.text).join('')).toContain('node:')
    ask(`${url}ends`).catch(() => undefined)
    await dev.until(
      /fatal\n +at .*server\.js.*\n +\.\.\. \d+ frames? of Node[\s\S]*the program ended with/,
    )
    expect(dev.output).not.toMatch(/^ +at .*(?:node:|\/dist\/)/m)
  })

  it('has whole stacks with --full-stacks', async () => {
    const dev = startDev(createProject({ 'server.js': PROGRAM }), ['--full-stacks'])
    const url = await urlOf(dev)
    await ask(`${url}logged`)
    await dev.until(/passed on\n +at .*server\.js:2:\d+\)?\n[\s\S]*at .*node:/)
    ask(`${url}ends`).catch(() => undefined)
    await dev.until(/fatal\n +at .*server\.js[\s\S]*at .*node:[\s\S]*the program ended with/)
    expect(dev.output).not.toContain('--full-stacks')
  })
})
