import { describe, expect, it } from 'vitest'
import { compareReleases, findNewMajors } from '../express-releases.ts'

const pinned = {
  express4: 'npm:express@4.22.3',
  express5: 'npm:express@5.3.0',
  ejs: '3.1.10',
  webapp: '*',
}
const published = ['4.9.8', '4.22.3', '5.0.0-beta.1', '5.3.0', '5.10.0', '5.9.1', '6.0.0-alpha.1']

describe('npx tsx tools/watch-express.ts', () => {
  it('compares each pinned release with the newest of its major version', () => {
    expect(compareReleases(pinned, published)).toEqual([
      { major: '4', tested: '4.22.3', newest: '4.22.3' },
      { major: '5', tested: '5.3.0', newest: '5.10.0' },
    ])
  })

  it('finds a new major version, but no alpha of one', () => {
    const lines = compareReleases(pinned, published)
    expect(findNewMajors(lines, published)).toEqual([])
    expect(findNewMajors(lines, [...published, '6.0.0', '6.0.1'])).toEqual(['6'])
  })
})
