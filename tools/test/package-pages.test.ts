import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSettings } from '../release/settings.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const { names } = readSettings(process.cwd())
const manifest = JSON.parse(read('packages/webapp/package.json')) as {
  exports: Record<string, unknown>
}

/** The paths that a program may import: `''` for the package itself, then `/v5` and so on. */
const entries = Object.keys(manifest.exports)
  .map((name) => name.slice(1))
  .filter((name) => name !== '/package.json')

const sources = new URL('packages/cli/src/', root)
const commands = readdirSync(sources).filter((name) =>
  existsSync(new URL(`${name}/command.ts`, sources)),
)

describe('the page of a package', () => {
  it.each(entries)('of the framework names its entry "%s"', (entry) => {
    expect(read('packages/webapp/README.md')).toContain(`\`${names.framework}${entry}\``)
  })

  it('of the command line names every command that it has', () => {
    expect(commands).toContain('start')
    const listed = new Set(
      [...read('packages/cli/src/main.ts').matchAll(/import\('\.\/(\w+)\/command\.ts'\)/g)].map(
        ([, name]) => name,
      ),
    )
    expect([...listed].sort()).toEqual([...commands].sort())
    const page = read('packages/cli/README.md')
    expect(commands.filter((name) => !page.includes(`npx ${names.command} ${name} `))).toEqual([])
  })
})

describe('docs/stability.md', () => {
  const page = read('docs/stability.md')
  const [, table = ''] = page.split('\n## What each interface promises\n')

  it.each(entries)('says what the entry "%s" promises', (entry) => {
    const isType = entry.startsWith('/types/')
    const named = isType
      ? [`\`${names.framework}/types/*\``]
      : [`\`${names.framework}${entry}\``, `\`${entry}\``]
    expect(named.some((text) => table.includes(text))).toBe(true)
  })
})

describe('README.md', () => {
  it('fits a screen, with links to the rest', () => {
    expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(80)
  })
})
