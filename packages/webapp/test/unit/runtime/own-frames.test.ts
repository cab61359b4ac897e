import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as source from '../../../src/runtime/own-frames.ts'

const PACKAGE = join(__dirname, '../../..')
const load = createRequire(__filename)

/** The module in the build, where each folder is one file. */
function built(): typeof source {
  return load(join(PACKAGE, 'dist/runtime.js'))['own-frames']()
}

describe.each([
  ['source', () => source],
  ['build', built],
])('own-frames in the %s', (_name, load) => {
  it('knows that it is not in a bundle', () => {
    expect(load().isBundled).toBe(false)
  })

  it('knows the frames of this package from those of Node and of a program', () => {
    const { isNodeFrame, isOwnFrame } = load()
    for (const folder of ['src', 'dist']) {
      expect(isOwnFrame(`    at send (${join(PACKAGE, folder, 'response.js')}:1:2)`)).toBe(true)
    }
    expect(isOwnFrame(`    at main (${PACKAGE}${sep}test${sep}main.ts:1:2)`)).toBe(false)
    expect(isNodeFrame('    at Server.emit (node:events:519:28)')).toBe(true)
    expect(isNodeFrame('    at Array.map (<anonymous>)')).toBe(true)
    expect(isNodeFrame(`    at main (${PACKAGE}${sep}test${sep}main.ts:1:2)`)).toBe(false)
  })
})
