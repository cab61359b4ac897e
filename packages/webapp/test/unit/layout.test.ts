import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const SOURCE = join(__dirname, '..', '..', 'src')

interface SourceFile {
  readonly path: string
  readonly lines: readonly string[]
}

const files: readonly SourceFile[] = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') || path.endsWith('.mts'))
  .map((path) => ({
    path: relative(SOURCE, join(SOURCE, path)).split(sep).join('/'),
    lines: readFileSync(join(SOURCE, path), 'utf8').split('\n'),
  }))

/** The lines that match, as `file:line: text`, in files that are not below one of these folders. */
function findOutside(folders: RegExp, pattern: RegExp): string[] {
  return files
    .filter(({ path }) => !folders.test(path))
    .flatMap(({ path, lines }) =>
      lines.flatMap((line, at) => (pattern.test(line) ? `${path}:${at + 1}: ${line.trim()}` : [])),
    )
}

/** Unit tests that are about more than one module, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  'dialects/v4/libraries': 'compares modules with the libraries that they replace',
  'node/replaced-members': 'counts the calls of all members of Node, in a process of its own',
}

const IMPORT = /^(?:import|export)(?! type )[^';]* from '(\.[^']+)'/gm

/** The modules that are loaded with a module: those of its imports that are not types. */
function loadedWith(entry: string): ReadonlySet<string> {
  const texts = new Map(files.map(({ path, lines }) => [path, lines.join('\n')]))
  const loaded = new Set([entry])
  // A set also visits the values that are added meanwhile.
  for (const path of loaded) {
    for (const [, target = ''] of texts.get(path)?.matchAll(IMPORT) ?? []) {
      loaded.add(posix.join(posix.dirname(path), target))
    }
  }
  return loaded
}

describe('the layout of the source', () => {
  it('loads what reads forms and writes documents only in programs that have them', () => {
    const withContract = loadedWith('contract.ts')
    expect(withContract).toContain('contract/form.ts')
    expect(withContract).not.toContain('contract/describe.ts')
    expect(withContract).not.toContain('body/multipart.ts')
    expect(loadedWith('multipart.ts')).toContain('body/multipart.ts')
  })

  it('keeps knowledge of private names of Node in node/', () => {
    const names = [
      '_httpMessage',
      '_header',
      '_headerSent',
      '_hasBody',
      '_contentLength',
      '_removed\\w+',
      '_keepAliveTimeout',
      '_defaultKeepAlive',
      '_storeHeader',
      '_send',
      '_writeRaw',
      '_readableState',
      '_writableState',
      '_eventsCount',
      '_dump',
      '_getActiveHandles',
      'kOutHeaders',
      'shouldKeepAlive',
      'getOwnPropertySymbols',
      'isNodesOwn',
    ]
    const pattern = new RegExp(`(?<![\\w$])(?:${names.join('|')})(?![\\w$])`)
    expect(findOutside(/^node\//, pattern)).toEqual([])
  })

  it('asks for the version of Node in node/internals.ts alone', () => {
    expect(
      findOutside(
        /^node\/internals\.ts$/,
        /process\.versions\.node|process\.versions(?!\.)|WEBAPP_SHORTCUTS/,
      ),
    ).toEqual([])
  })

  // Test runners replace the globals and the members of node:timers.
  it('takes timers from runtime/timers.ts alone', () => {
    const home = /^runtime\/timers\.ts$/
    expect(findOutside(home, /process\.nextTick|'node:timers|AbortSignal\.timeout/)).toEqual([])
    const call = /(?<![\w.$#])((?:set|clear)(?:Timeout|Interval|Immediate)|queueMicrotask)[(,)]/g
    // The clock of a test drives the `timeout` middleware, as it does in Express.
    const clockUser = 'dialects/v3/middleware/timeout.ts'
    const users = files.filter(
      ({ path }) => !home.test(path) && !path.startsWith('types/') && path !== clockUser,
    )
    const late = users.flatMap(({ path, lines }) => {
      const text = lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n')
      const imported =
        /import \{([^}]*)\} from '[./]*(?:runtime\/)?timers\.ts'/.exec(text)?.[1] ?? ''
      const used = [...text.matchAll(call)].map(([, name = '']) => name)
      return used.filter((name) => !imported.includes(name)).map((name) => `${path}: ${name}`)
    })
    expect(late).toEqual([])
  })

  it('names dialects in dialects/, types/, register/ and the entries alone', () => {
    const homes = /^(?:dialects|types|register)\/|^[\w-]+\.m?ts$/
    const found = findOutside(homes, /(?<![\w.-])(?:[345]\.x|[vV][345])(?![\w])|[vV][345][A-Z]/)
    const rule = 'a difference is a policy (ARCHITECTURE.md, The dialect rule); write ipv4, not v4'
    expect(found, rule).toEqual([])
  })

  it('exports no two things with the same name', () => {
    const exported =
      /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|class|interface|type|let) (\w+)/
    const homes = new Map<string, string[]>()
    // Dialects have the same members under the same names. So have public types, entries, and the modules
    // for workers that stand in for others.
    const homesOfOthers = /^(?:dialects|types|worker)\/|^[\w-]+\.m?ts$/
    const shared = files.filter(({ path }) => !homesOfOthers.test(path))
    for (const { path, lines } of shared) {
      for (const line of lines) {
        const name = exported.exec(line)?.[1]
        if (name !== undefined) homes.set(name, [...(homes.get(name) ?? []), path])
      }
    }
    expect([...homes].filter(([, paths]) => new Set(paths).size > 1)).toEqual([])
  })

  // The test of src/a/b.ts, or of the folder src/a/b, is test/unit/a/b.test.ts or b.aspect.test.ts.
  it('has its unit tests in the same folders, named after their modules', () => {
    const tests = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
      .map((path) => path.split(sep).join('/'))
      .filter((path) => path.includes('/') && path.endsWith('.test.ts'))
      .map((path) => path.replace(/(?:\.[\w-]+)?\.test\.ts$/, ''))
    const isThere = (path: string) =>
      existsSync(join(SOURCE, path)) || existsSync(join(SOURCE, `${path}.ts`))
    expect(tests.filter((path) => !isThere(path)).sort()).toEqual(Object.keys(exceptions))
  })
})
