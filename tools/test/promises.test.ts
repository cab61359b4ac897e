import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { slugify } from '../../site/markdown/slugify.ts'

// The pages for those who decide whether to depend on webapp: whatever they name exists.

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

const PAGES = [
  'docs/depend-on-it.md',
  'docs/stability.md',
  'docs/support.md',
  'docs/security.md',
  'SECURITY.md',
  'GOVERNANCE.md',
  'MAINTAINERS.md',
  'CODE_OF_CONDUCT.md',
]

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The links of a page within the repository: paths, with or without an anchor, or anchors alone. */
function linksIn(page: string): string[] {
  const links = [...read(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = '']) => target)
  return links.filter((link) => !/^[a-z]+:/.test(link))
}

/** Whether a link leads to a file or folder, and to a heading of it. */
function isIntact(link: string, page: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = new URL(path, new URL(page, root))
  if (!existsSync(target)) return false
  if (anchor === undefined) return true
  const headings = readFileSync(target, 'utf8').match(/^#{1,6} .+/gm) ?? []
  return headings.some((heading) => slugify(heading.replace(/^#+ /, '')) === anchor)
}

describe.each(PAGES)('%s', (page) => {
  it('leads to files and headings that exist', () => {
    expect(linksIn(page).filter((link) => !isIntact(link, page))).toEqual([])
  })

  it('names commands and files that exist', () => {
    const code = [...read(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)
    const names = code.flatMap((text) => /^(?:TESTS=all )?npm run ([\w:-]+)/.exec(text)?.[1] ?? [])
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([])
    const files = code
      .map((text) => text.replace(/^npx tsx /, ''))
      .filter((text) => /^(?:\.github|conformance|docs|packages|src|tools)\/[\w./-]+$/.test(text))
      .map((text) => (text.startsWith('src/') ? `packages/webapp/${text}` : text))
      // The folder of a dialect that does not exist yet.
      .filter((text) => !text.includes('/v6/'))
    expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
  })
})

describe('docs/depend-on-it.md', () => {
  const commands = [...read('docs/depend-on-it.md').matchAll(/\| `(npm [^`]+)` \|$/gm)].map(
    ([, command = '']) => command,
  )
  /** What runs for each push, each night, or in `.ci/run`. */
  const automatic = [
    ...readdirSync(new URL('.github/workflows/', root)).map((name) => `.github/workflows/${name}`),
    ...['.ci/run', 'tools/ci/steps.ts'].filter((path) => existsSync(new URL(path, root))),
  ]
    .map(read)
    .join('\n')

  it.each(commands)('%s finds the tests that it names', (command) => {
    const filter = /^npm test -- (\S+)$/.exec(command)?.[1]
    if (filter === undefined) return
    const files = ['packages/webapp/test', 'conformance', 'tools/test'].flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
        .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
        .filter((path) => path.endsWith('.test.ts')),
    )
    expect(files.filter((file) => file.includes(filter))).not.toEqual([])
  })

  // These need checkouts, hours or a quiet machine.
  const BY_HAND = ['drift', 'test:express', 'fuzz', 'soak', 'bench']

  it.each(commands)('%s runs by itself too', (command) => {
    const name = /^npm run ([\w:-]+)/.exec(command)?.[1]
    if (name === undefined || BY_HAND.includes(name)) return
    const script = scripts[name] ?? ''
    // What comes before the last step builds and checks types.
    const last = script.split(' && ').at(-1) ?? ''
    const runs =
      automatic.includes(`npm run ${name}`) || automatic.includes(`npm run --silent ${name}`)
    expect(runs || automatic.includes(last), script).toBe(true)
  })
})

describe('the source of webapp', () => {
  const modules = '(?:https?|http2|net|tls|dgram|dns)'
  const calls = new RegExp(
    `\\b${modules}\\.(?:request|get|connect|createConnection|createSocket)\\(`,
  )
  const imports = new RegExp(
    `import \\{[^}]*\\b(?:request|get|connect|createConnection|createSocket)\\b[^}]*\\} from 'node:${modules}'`,
  )

  it('opens no connection of its own', () => {
    const src = new URL('packages/webapp/src/', root)
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.m?ts$/.test(path))
    expect(files.length).toBeGreaterThan(100)
    const opening = files.filter((path) => {
      const code = readFileSync(new URL(path, src), 'utf8')
      return calls.test(code) || imports.test(code)
    })
    // `app.inject` uses Node's client, over a connection in memory.
    expect(opening).toEqual(['adapters/send-request.ts'])
  })
})

describe('docs/support.md', () => {
  it('lists the versions of Node that the runtimes are tried on', () => {
    const listed = [...read('docs/support.md').matchAll(/^\| (\d\d) \|/gm)].map(
      ([, major]) => major,
    )
    const tried = read('tools/runtimes/runtimes.ts').match(/'(\d\d)\.\d+\.\d+'/g) ?? []
    expect(listed).toEqual(tried.map((version) => version.slice(1, 3)))
  })

  it('gives every dialect the same date, and the security policy repeats it', () => {
    const dates = [...read('docs/support.md').matchAll(/^\| \d\.x: .*\| (\d{4}-\d\d-\d\d) \|/gm)]
    const [first, ...others] = dates.map(([, date]) => date)
    expect(others).toEqual([first, first])
    expect(read('SECURITY.md')).toContain(`until at least ${first}`)
  })
})
