import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const BUILT = join(__dirname, '../../../dist/node.js')

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
]

function without(...names: string[]): string[] {
  return ALL.filter((name) => !names.includes(name))
}

function withScanner(): string[] {
  return ALL.flatMap((name) => (name === 'lane' ? [name, 'scanner'] : [name]))
}

describe('capabilities', () => {
  it('has every shortcut on this Node but the scanner', () => {
    expect(shortcutsAfter('').on).toEqual(ALL)
  })

  it.each([
    ['off', []],
    ['batching', without('batching')],
    ['lane', without('lane')],
    ['scanner', ALL],
    ['off,+scanner', []],
    ['+scanner,bodyTap', withScanner().filter((name) => name !== 'bodyTap')],
    ['+scanner', withScanner()],
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
      ['deferredHeaders', 'singleWrite'],
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
      ['lane', 'batching', 'idleClock'],
    ],
  ])('switches a shortcut off if %s', (_case, before, missing) => {
    expect(shortcutsAfter(before).on).toEqual(without(...missing))
  })

  it('is frozen', async () => {
    const { capabilities } = await import('../../../src/node/internals.ts')
    expect(Object.isFrozen(capabilities)).toBe(true)
  })
})
