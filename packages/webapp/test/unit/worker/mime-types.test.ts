import { createRequire } from 'node:module'
import mime from 'mime-types'
import { describe, expect, it } from 'vitest'
import { contentType, lookup } from '../../../src/worker/mime-types.ts'

/** The table that mime-types loads. */
const db: object = createRequire(createRequire(__filename).resolve('mime-types'))('mime-db')

describe('the media types of workers', () => {
  it('are those of mime-types, for every extension that it knows', () => {
    const extensions = Object.keys(mime.types)
    expect(extensions.length).toBeGreaterThan(1000)
    const names = extensions.flatMap((each) => [each, `.${each}`, `a/b.${each.toUpperCase()}`])
    const types = (find: typeof lookup) => names.map((name) => [name, find(name)])
    expect(types(lookup)).toEqual(types(mime.lookup))
    expect(types(contentType)).toEqual(types(mime.contentType))
  })

  it('have the charsets of mime-types, with an extension or without', () => {
    const types = Object.keys(db)
    const names = types.flatMap((type) => [type, `${type.toUpperCase()}; a=b`])
    expect(names.map(contentType)).toEqual(names.map(mime.contentType))
  })

  it.each([
    '',
    '.',
    'nonsense',
    'a/b',
    'text/x',
    ' text/html ',
    'text/html; charset=latin1',
    'constructor',
    7,
  ])('are found as by mime-types for %j', (name) => {
    expect(lookup(name as string)).toBe(mime.lookup(name as string))
    expect(contentType(name as string)).toBe(mime.contentType(name as string))
  })
})
