import originalEscape from 'escape-html'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml } from '../../../src/http/escape-html.ts'

describe('escapeHtml(value)', () => {
  it('escapes what ends a text, an attribute or an entity', () => {
    expect(escapeHtml(`<a href='x' title="y">&</a>`)).toBe(
      '&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;&lt;/a&gt;',
    )
  })

  it('gives what escape-html gives', () => {
    const text = fc.string({ unit: fc.constantFrom(...'<>"&\'a;#\u00e4 '), maxLength: 40 })
    fc.assert(
      fc.property(fc.oneof(text, fc.constantFrom(undefined, null, 0, 12n, true)), (value) => {
        expect(escapeHtml(value)).toBe(originalEscape(value as string))
      }),
    )
  })
})
