import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const BUILT = join(__dirname, '../../../dist/node.js')
const PACKAGE = join(__dirname, '../../..')

/** The shortcuts that a process uses which ran this code before it loaded the package. */
function shortcutsAfter(before: string, setting?: string): { on: string[]; stderr: string } {
  const program = `${before}
    const { capabilities } = require(${JSON.stringify(BUILT)}).internals()
    require('fs').writeSync(1, Object.keys(capabilities).filter((name) => capabilities[name]).join())`
  const { WEBAPP_SHORTCUTS: _set, ...env } = process.env
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    env: setting === undefined ? env : { ...env, WEBAPP_SHORTCUTS: setting },
    encoding: 'utf8',
  })
  return { on: stdout.trim().split(',').filter(Boolean), stderr }
}

/** The shortcuts that a process uses by itself. */
const ALL = [
  'deferredHeaders',
  'singleWrite',
  'encodeBuffer',
  'unreadEnds',
  'bodyTap',
  'lane',
  'batching',
  'adoptedServers',
  'idleClock',
  'directRequests',
]

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')

function without(...names: string[]): string[] {
  return ALL.filter((name) => !names.includes(name))
}

describe('capabilities', () => {
  it('has every shortcut on this Node', () => {
    expect(shortcutsAfter('').on).toEqual(ALL)
  })

  it.each([
    ['off', []],
    ['batching', without('batching')],
    ['lane', without('lane')],
    [' bodyTap , idleClock', without('bodyTap', 'idleClock')],
    ['', ALL],
  ])('is switched by WEBAPP_SHORTCUTS=%s', (setting, expected) => {
    expect(shortcutsAfter('', setting).on).toEqual(expected)
  })

  it.each(['turbo', '+lane'])('warns of a name that does not exist, %s', (name) => {
    const { on, stderr } = shortcutsAfter('', name)
    expect(on).toEqual(ALL)
    expect(stderr).toContain(`WEBAPP_SHORTCUTS names no shortcut "${name}"`)
    expect(stderr).toContain('deferredHeaders, singleWrite')
  })

  it.each([
    [
      'setHeader was replaced',
      `require('http').ServerResponse.prototype.setHeader = function () {}`,
      ['deferredHeaders', 'singleWrite', 'directRequests'],
    ],
    [
      'end was replaced',
      `require('http').ServerResponse.prototype.end = function () {}`,
      ['singleWrite'],
    ],
    [
      'emit was replaced',
      `require('events').prototype.emit = function () {}`,
      ['unreadEnds', 'bodyTap', 'lane', 'batching'],
    ],
    [
      'push of requests was replaced',
      `require('http').IncomingMessage.prototype.push = function () {}`,
      ['unreadEnds', 'bodyTap', 'batching'],
    ],
    [
      'read of requests was replaced',
      `require('http').IncomingMessage.prototype.read = function () {}`,
      ['unreadEnds', 'bodyTap', 'batching'],
    ],
    [
      'removeListener of requests was replaced',
      `require('http').IncomingMessage.prototype.removeListener = function () {}`,
      ['bodyTap'],
    ],
    [
      '_implicitHeader was replaced',
      `require('http').ServerResponse.prototype._implicitHeader = function () {}`,
      ['singleWrite'],
    ],
    [
      'emit of requests alone was replaced',
      `require('http').IncomingMessage.prototype.emit = function () {}`,
      ['unreadEnds', 'bodyTap', 'batching'],
    ],
    ['setImmediate is fake', `require('timers').setImmediate = () => {}`, ['batching']],
    [
      'write of sockets was replaced',
      `require('net').Socket.prototype.write = function () {}`,
      ['encodeBuffer'],
    ],
    [
      'setTimeout of sockets was replaced',
      `require('net').Socket.prototype.setTimeout = function () {}`,
      ['idleClock'],
    ],
    [
      'Node ignores that a head was written',
      `Object.defineProperty(require('http').ServerResponse.prototype, 'headersSent', { get: () => false })`,
      ['singleWrite'],
    ],
    [
      'sockets do not know their response',
      `require('http').ServerResponse.prototype.assignSocket = function () {}`,
      ['lane', 'batching', 'idleClock', 'directRequests'],
    ],
  ])('switches a shortcut off if %s', (_case, before, missing) => {
    expect(shortcutsAfter(before).on).toEqual(without(...missing))
  })

  it.each([
    ['27.1.0', 1],
    ['17.9.1', 1],
    ['26.0.0', 0],
    ['18.0.0', 0],
  ])('says once that Node %s is not known, when a server starts', (version, count) => {
    const program = `
      const versions = { ...process.versions, node: ${JSON.stringify(version)} }
      Object.defineProperty(process, 'versions', { value: versions })
      const webapp = require(${JSON.stringify(PACKAGE)})
      process.on('warning', ({ code, message }) => console.log(code, message))
      const first = webapp().listen(0, '127.0.0.1', () => {
        const second = webapp().listen(0, '127.0.0.1', () => {
          first.close()
          second.close()
        })
      })`
    const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
    const notice = `WEBAPP_UNKNOWN_NODE webapp was not compared with Node ${version}. `
    expect(stdout.split(notice)).toHaveLength(count + 1)
    expect(stdout.split('\n')).toHaveLength(count + 1)
  })

  it('is described in the guide, with the number of shortcuts', () => {
    const page = readFileSync(join(__dirname, '../../../../../docs/guide/production.md'), 'utf8')
    const [, section = ''] = page.split('\n## Troubleshooting\n')
    const rows = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(rows.sort()).toEqual([...ALL].sort())
    expect(section).toContain(`interface in ${NUMBERS[ALL.length - 1]} places`)
  })

  it('names the same shortcuts in the guide and in the warning of an unknown Node', () => {
    const unknown =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '99.1.0' } })"
    const off = without(...shortcutsAfter(unknown).on)
    const page = readFileSync(join(__dirname, '../../../../../docs/guide/production.md'), 'utf8')
    const source = readFileSync(join(__dirname, '../../../src/node/internals.ts'), 'utf8')
    const [, inGuide = ''] = /webapp does not know, (.+?) are off/s.exec(page) ?? []
    const [, inWarning = ''] = /'shortcuts (.+?), which costs/.exec(source) ?? []
    expect(inGuide.match(/\w+(?=`)/g)).toEqual(off)
    expect(inWarning.match(/\w+(?=")/g)).toEqual(off)
  })

  it('is frozen', async () => {
    const { capabilities } = await import('../../../src/node/internals.ts')
    expect(Object.isFrozen(capabilities)).toBe(true)
  })
})
