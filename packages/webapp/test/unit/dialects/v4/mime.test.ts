import { createRequire } from 'node:module'
import fc from 'fast-check'
import original from 'mime'
import originalNegotiated from 'mime-types-v2'
import { describe, expect, it, vi } from 'vitest'
import { Mime, mime, negotiatedTypeOf } from '../../../../src/dialects/v4/mime.ts'
import { createFolder } from '../../../fixtures/folder.ts'

const folder = createFolder({
  'mime.types': '# comment\r\n\r\na/b\tq  r\n c/d s # later\nx/y\n\nq/q r',
})

// The published types know neither the class nor the table.
const OriginalMime = (original as unknown as { Mime: typeof Mime }).Mime
const table = original as unknown as typeof mime

describe('the media types of 4.x', () => {
  it('are those of mime 1.6, in its order', async () => {
    // Other tests define types, so both tables are loaded again.
    vi.resetModules()
    const { mime } = await import('../../../../src/dialects/v4/mime.ts')
    const require = createRequire(__filename)
    Reflect.deleteProperty(require.cache, require.resolve('mime'))
    const table = require('mime') as typeof mime
    expect(Object.keys(mime)).toEqual(Object.keys(table))
    expect(Object.entries(mime.types)).toEqual(Object.entries(table.types))
    expect(Object.entries(mime.extensions)).toEqual(Object.entries(table.extensions))
    expect(mime.default_type).toBe(table.default_type)
    const ask = (each: typeof mime) =>
      Object.keys(table.extensions).map((type) => each.charsets.lookup(type, 'none'))
    expect(ask(mime)).toEqual(ask(table))
  })

  it('are those of mime-types 2.1 in negotiation', () => {
    const { types } = originalNegotiated
    const found = Object.keys(types).map((name) => [name, negotiatedTypeOf(name)])
    expect(Object.fromEntries(found)).toEqual({ ...types })
  })

  it('are looked up alike by any name', () => {
    const name = fc.array(
      fc.constantFrom('html', 'JS', '.', '/', '\\', 'a', ' ', '\n', ';', 'constructor', 'text/xml'),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(name, (pieces) => {
        const given = pieces.join('')
        const ask = (each: typeof mime) => [
          each.lookup(given),
          each.lookup(given, 'x/y'),
          each.extension(given),
        ]
        expect([...ask(mime), negotiatedTypeOf(given) ?? false]).toEqual([
          ...ask(table),
          originalNegotiated.lookup(given),
        ])
      }),
      { seed: 1, numRuns: 1000 },
    )
  })

  it('can be defined, and loaded from a file, as in mime 1.6', () => {
    const [ours, theirs] = [new Mime(), new OriginalMime()]
    for (const each of [ours, theirs]) {
      each.define({ 'a/b': ['one', 'two'], 'c/d': ['two'], 'e/f': [] })
      each.define({ 'e/f': ['three'], 'a/b': ['four'] })
      each.load(`${folder}/mime.types`)
    }
    expect(Object.entries(ours.types)).toEqual(Object.entries(theirs.types))
    expect(Object.entries(ours.extensions)).toEqual(Object.entries(theirs.extensions))
    expect(() => ours.load('missing')).toThrow('ENOENT')
  })
})
