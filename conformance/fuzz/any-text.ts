import fc from 'fast-check'

/**
 * Texts of any code points but lone surrogates. `fc.string({ unit: 'binary' })` gives the same, and
 * takes seconds to build its table of all of them.
 */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  const surrogates = 0x800
  const point = fc
    .nat({ max: 0x10ffff - surrogates })
    .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + surrogates))
  return fc.array(point, { maxLength }).map((points) => points.join(''))
}
