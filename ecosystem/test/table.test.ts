import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readVersions } from '../versions.ts'

/** What `npm run test:ecosystem` wrote, against what is there now. */
describe('docs/ecosystem.md', () => {
  const page = readFileSync(new URL('../../docs/ecosystem.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (\S+) \| (\d\S*) \|/gm)].map(([, name, version]) => ({
    name,
    version,
  }))
  const versions = readVersions()

  it('has a row for each package that has a case', () => {
    const names = rows.map(({ name }) => name?.replace(/^@/, '').replace('/', '-'))
    expect(names.sort()).toEqual(listCases())
  })

  it('names the versions that are installed', () => {
    expect(rows).toEqual(rows.map(({ name = '' }) => ({ name, version: versions[name] })))
  })
})

function listCases(): string[] {
  return ['packages', 'packages/apart']
    .flatMap((folder) => readdirSync(new URL(`../${folder}/`, import.meta.url)))
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.replace(/\.js$/, ''))
    .sort()
}
