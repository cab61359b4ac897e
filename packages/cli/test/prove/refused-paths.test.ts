import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { isRefusedPath } from '../../src/prove/rows/refused-paths.ts'
import { proveSource } from './program.ts'

const express = createRequire(import.meta.url)('express4')

function isRefused(path: string): boolean {
  try {
    express().get(path, () => undefined)
    return false
  } catch {
    return true
  }
}

describe('a path that newer releases of Express 4 refuse', () => {
  it.each([
    '/(@:scope/)?:package',
    '/x/(@:scope/)?:package',
    '/(@:scope/)?/:package',
    '/(foo):bar',
    '/(foo)?-:bar',
    '/((a)b)?:c',
    '/(a)?.:c',
    '/(a|b)*:c',
    '/a/(b)/:c',
    '/x(@:scope/)?:package',
    '/:a(b)?:c',
    '/x/:a(\\d+)?:c',
    '/:a/(b)?:c',
    '/a/:b',
  ])('is known: %s', (path) => {
    expect(isRefusedPath(path)).toBe(isRefused(path))
  })

  const start = "const app = require('express')()\n"

  it('is found in a program for Express 4, with its place', () => {
    const { rows } = proveSource(`${start}app.get(['/a', '/(b/)?:c'], f)`)
    expect(rows).toMatchObject([
      { row: 'release', member: 'app.get', places: [{ file: 'app.js', line: 2, column: 16 }] },
    ])
    expect(rows[0]?.words.map(([side]) => side)).toEqual(['Express', 'webapp'])
  })

  it('is an entry of the dialects on the way to 5.x', () => {
    const { rows } = proveSource(`${start}app.get('/(b/)?:c', f)`, { to: 5 })
    expect(rows.map(({ row }) => row)).not.toContain('release')
    expect(rows.map(({ row }) => row)).toContain('D-004')
  })
})
