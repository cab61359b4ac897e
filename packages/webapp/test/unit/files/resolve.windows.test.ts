import fs from 'node:fs'
import Module, { createRequire } from 'node:module'
import { win32 } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { files } from '../../../src/dialects/v5/files.ts'
import { checkFileOptions, type FileOptions } from '../../../src/files/options.ts'
import { resolvePath } from '../../../src/files/resolve.ts'

// The rules of Windows for paths, on every system. The package `send` of Express 5 is loaded with the
// same rules and without a file system, and reports the path that it would look up.

const ROOT = 'C:\\srv\\site'

type Dotfiles = NonNullable<FileOptions['dotfiles']>

/** A path below the root, or the status of the response without one. */
type Outcome = string | number

interface Transfer {
  on(event: 'error', listener: (error: { status: number }) => void): Transfer
  pipe(res: object): void
}

type Send = (req: object, path: string, options: object) => Transfer

let send: Send
let lookedUp: string | undefined

beforeAll(() => {
  const require = createRequire(import.meta.url)
  const original = createRequire(require.resolve('express5')).resolve('send')
  const loader = Module as unknown as { _load(request: string, ...more: unknown[]): unknown }
  const { _load: load } = loader
  const stat = (path: string, callback: (error: Error) => void) => {
    lookedUp ??= path
    callback(Object.assign(new Error('none'), { code: 'ENOENT' }))
  }
  delete require.cache[original]
  loader._load = function (request, ...more) {
    if (/^(?:node:)?path$/.test(request)) return win32
    if (/^(?:node:)?fs$/.test(request)) return { ...fs, stat }
    return Reflect.apply(load, this, [request, ...more])
  }
  try {
    send = require(original) as Send
  } finally {
    loader._load = load
    delete require.cache[original]
  }
})

function original(path: string, dotfiles: Dotfiles, root: string | null): Outcome {
  lookedUp = undefined
  let status = 0
  send({ headers: {} }, path, { dotfiles, root, index: false })
    .on('error', (error) => {
      status = error.status
    })
    .pipe({})
  return lookedUp ?? status
}

function ours(path: string, dotfiles: Dotfiles, root: string | null): Outcome {
  const settings = checkFileOptions({ dotfiles }, files)
  try {
    return resolvePath(path, { ...settings, root: root ?? undefined }, win32)
  } catch (error) {
    return (error as { status: number }).status
  }
}

/** Whether a path is the root or below it, and names no other place on the way. */
function isInside(path: string): boolean {
  const rest = path.slice(ROOT.length)
  const isBelow = path.startsWith(ROOT) && (rest === '' || rest.startsWith('\\'))
  return isBelow && !rest.split(/[\\/]/).includes('..')
}

describe('paths of Windows', () => {
  it.each<[string, Outcome]>([
    ['/a/b.txt', `${ROOT}\\a\\b.txt`],
    ['/a%5Cb.txt', `${ROOT}\\a\\b.txt`],
    ['/a/', `${ROOT}\\a\\`],
    ['', ROOT],
    ['/..', 403],
    ['/..%5Cx', 403],
    ['/a/..%5C..%5Cx', 403],
    ['/%2e%2e%5Cx', 403],
    ['/a%5C.env', 404],
    ['/.git%5Cconfig', 404],
    ['/.env::$DATA', 404],
    ['/%00', 400],
  ])('%j is %j', (path, expected) => {
    expect(ours(path, 'ignore', ROOT)).toBe(expected)
  })

  it.each([
    ...['/C:/Windows/win.ini', '/C:', '/C:x', '/C:..%5C..%5Cx', '/D:%5Cx', '//server/share/x'],
    ...['/%5C%5Cserver%5Cshare%5Cx', '/%5C%5C%3F%5CC:%5Cx', '/%5C%5C.%5CPhysicalDrive0'],
    ...['/nul', '/CON', '/a/aux.txt', '/CON:..%5C..%5Cx', '/CON:%5C..%5C..%5Cx', '/LPT1:/../../x'],
    ...['/a.txt::$DATA', '/a::$INDEX_ALLOCATION/b', '/a.txt.', '/a.txt%20', '/..%20/x', '/.%20./x'],
    ...['/.../x', '/a/..../x', '/SECRE~1/x'],
  ])('%j does not leave the root', (path) => {
    const located = ours(path, 'allow', ROOT)
    expect(typeof located === 'number' || isInside(located), String(located)).toBe(true)
  })

  // `res.sendFile` encodes the path that the program gave.
  it.each([
    ['C:\\a b\\ü.txt', 'C:\\a b\\ü.txt'],
    ['C:/a/100%/b.txt', 'C:\\a\\100%\\b.txt'],
    ['\\\\server\\share\\b.txt', '\\\\server\\share\\b.txt'],
    ['c:\\srv\\..\\b.txt', 403],
    ['C:\\srv\\.env', 404],
  ])('without a root, %j is %j', (path, expected) => {
    expect(ours(encodeURI(path), 'ignore', null)).toBe(expected)
    expect(original(encodeURI(path), 'ignore', null)).toBe(expected)
  })

  it('are resolved as Express resolves them on Windows', () => {
    const piece = fc.constantFrom(
      ...['..', '.', '...', '/', '//', '%5C', '\\', '%2e', '%2f', '%00', '%', 'a', 'b.txt', '.env'],
      ...['C:', 'c:', ':', '::$DATA', '~1', '%20', 'nul', 'CON', '%3F', '?', '%E2%98%83', '-', '_'],
    )
    const dotfiles = fc.constantFrom<Dotfiles[]>('allow', 'deny', 'ignore')
    const root = fc.constantFrom(ROOT, ROOT, null)
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), dotfiles, root, (pieces, option, folder) => {
        const path = pieces.join('')
        const located = ours(path, option, folder)
        expect(located).toBe(original(path, option, folder))
        expect(folder === null || typeof located === 'number' || isInside(located)).toBe(true)
      }),
      { seed: 43, numRuns: 3000 },
    )
  })
})
