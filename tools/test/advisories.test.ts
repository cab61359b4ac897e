import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const page = new URL('../../docs/security.md', import.meta.url)
const hardening = new URL('../../packages/webapp/test/hardening/', import.meta.url)

interface Row {
  readonly advisories: readonly string[]
  readonly fixedIn: string
  readonly state: string
  readonly why: string
  readonly test: string
}

const STATES = ['not affected', 'fixed', 'through Node', 'yours', 'rejected', 'not known']

const text = readFileSync(page, 'utf8')
const [, list = ''] = /<!-- advisories -->\n([\s\S]*)<!-- \/advisories -->/.exec(text) ?? []
const rows: Row[] = [...list.matchAll(/^\| (CVE-.*) \|$/gm)].map(([, cells = '']) => {
  const [ids = '', fixedIn = '', state = '', why = '', test = ''] = cells.split(' | ')
  return { advisories: ids.split(', '), fixedIn, state: state.replaceAll('*', ''), why, test }
})

/** The rows of the attack tests: `A1` of `describe('A1 …')`. */
const attackTests = new Set(
  readdirSync(hardening)
    .filter((name) => name.endsWith('.test.ts'))
    .flatMap((name) => readFileSync(new URL(name, hardening), 'utf8').match(/'[A-Z]\d+ /g) ?? [])
    .map((title) => title.slice(1).trim()),
)

const installed = readFileSync(new URL('runtime-dependencies.txt', hardening), 'utf8').split('\n')

describe('the advisories of docs/security.md', () => {
  it('are each listed once', () => {
    const ids = rows.flatMap(({ advisories }) => advisories)
    expect(ids.length).toBeGreaterThan(40)
    expect(ids.filter((id, at) => !/^CVE-\d{4}-\d+$/.test(id) || ids.indexOf(id) !== at)).toEqual(
      [],
    )
  })

  it.each(rows)('$advisories: the state is known, and a test keeps it', ({ state, why, test }) => {
    expect(STATES).toContain(state)
    expect(why).toMatch(/\.$/)
    const file = /^\[[^\]]+\]\(([^)]+)\)$/.exec(test)?.[1]
    if (file === undefined) expect([...attackTests]).toContain(test)
    else expect(existsSync(new URL(file, page)), file).toBe(true)
  })

  it.each(rows.filter(({ state }) => state === 'fixed'))(
    '$advisories: the fixed version is the one that webapp installs',
    ({ fixedIn, why }) => {
      const [name = ''] = fixedIn.split(' ')
      const [version = ''] = /^\d+\.\d+\.\d+/.exec(why) ?? []
      expect(installed).toContain(`${name}@${version}`)
    },
  )

  it('say when the list was made', () => {
    expect(text).toMatch(/\*\*The list was last made on\n2\d{3}-\d{2}-\d{2}\.\*\*/)
  })
})
