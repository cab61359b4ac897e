import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Project } from '../src/dev/errors/project.ts'
import { placeInStack } from '../src/routes/places.ts'
import { shorten, showPlace } from '../src/routes/print.ts'

// The rules of Windows for paths, on every system.

describe('places of routes', () => {
  it.each([
    ['at Object.<anonymous> (C:\\app\\server.js:3:5)', 'C:\\app\\server.js'],
    ['at C:\\app\\server.js:3:5', 'C:\\app\\server.js'],
    [
      'at async start (C:\\Program Files (x86)\\app\\server.js:3:5)',
      'C:\\Program Files (x86)\\app\\server.js',
    ],
    ['at Object.<anonymous> (/srv/app (copy)/server.js:3:5)', '/srv/app (copy)/server.js'],
    ['at async /srv/app/server.js:3:5', '/srv/app/server.js'],
    ['at new Shop (/srv/app/server.js:3:5)', '/srv/app/server.js'],
  ])('are found in %j', (line, file) => {
    const stack = `Error\n    at node:internal/modules/cjs/loader:1:1\n    ${line}`
    expect(placeInStack(stack)).toEqual({ file, line: 3, column: 5 })
  })

  it('are relative to the folder of the command, with the separators of the system', () => {
    const place = { file: 'C:\\app\\src\\a.js', line: 3, column: 5 }
    expect(showPlace(place, 'C:\\app', win32)).toBe('src\\a.js:3:5')
    expect(showPlace(place, 'D:\\app', win32)).toBe('C:\\app\\src\\a.js:3:5')
    expect(showPlace({ ...place, file: '/app/src/a.js' }, '/app', posix)).toBe('src/a.js:3:5')
  })

  it('are relative in messages too', () => {
    const message = 'hidden by C:\\app\\src\\a.js:3:5, as C:\\app\\b.js:1:1 is'
    expect(shorten(message, 'C:\\app', win32)).toBe('hidden by src\\a.js:3:5, as b.js:1:1 is')
    expect(shorten('hidden by /app/a.js:3:5', '/app', posix)).toBe('hidden by a.js:3:5')
  })
})

describe('a project on Windows', () => {
  const ownership = { root: 'C:\\work\\shop', framework: 'C:\\work\\webapp' }
  const project = new Project(ownership, undefined, win32)

  it.each([
    'C:\\work\\shop\\src\\app.js',
    'c:\\work\\shop\\src\\app.js',
    'C:/work/shop/src/app.js',
    'C:\\Work\\Shop\\src\\app.js',
  ])('owns %s', (file) => {
    expect(project.owns(file)).toBe(true)
  })

  it.each([
    'C:\\work\\shop\\node_modules\\a\\index.js',
    'C:\\work\\shop\\..\\other\\app.js',
    'C:\\work\\shopping\\app.js',
    'c:\\work\\webapp\\dist\\index.js',
    'D:\\work\\shop\\app.js',
    '\\\\server\\share\\app.js',
    'src\\app.js',
  ])('does not own %s', (file) => {
    expect(project.owns(file)).toBe(false)
  })

  it('tells capital letters apart elsewhere', () => {
    const other = new Project({ root: '/work/shop', framework: '' }, undefined, posix)
    expect(other.owns('/work/shop/app.js')).toBe(true)
    expect(other.owns('/Work/shop/app.js')).toBe(false)
  })
})
