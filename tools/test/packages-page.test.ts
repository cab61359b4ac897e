import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The tables of a page as rows of cells, without their heads. */
function rowsOf(page: string): string[][] {
  const lines = page.split('\n').filter((line) => line.startsWith('| '))
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>
}

const { packages } = JSON.parse(read('ecosystem/package-lock.json')) as Lockfile
const installed = (name: string) => packages[`node_modules/${name}`]?.version
const tested = new Map(
  rowsOf(read('docs/ecosystem.md')).map(([name = '', version]) => [name, version]),
)
const [, section = ''] = read('docs/guide/packages.md').split('## Left to packages on purpose')
const [table = ''] = section.split('## All tasks')
const [, ...recommended] = rowsOf(table)

it('docs/guide/packages.md names a package for each task that webapp leaves to packages', () => {
  const tasks = recommended.map(([task]) => task).join('\n')
  for (const task of ['security headers', 'sessions', 'CORS', 'rate limits', 'compression']) {
    expect(tasks).toContain(task)
  }
})

it.each(recommended)(
  '%s: the version of %s, %s, is the one that is installed and tested',
  (...row) => {
    const [, name = '', version] = row.map((cell) => cell.replaceAll('`', ''))
    expect(version).toBe(installed(name))
    expect(version).toBe(tested.get(name))
  },
)
