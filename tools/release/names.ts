import type { Names } from './settings.ts'

/** Paths of packages below the name of the framework. */
const SUBPATHS =
  'v[345]|inject|lambda|serve|ws|sse|multipart|contract|openapi|register|ops|otel|client|types/v[345]|package\\.json'

const COMMANDS =
  'dev|routes|migrate|openapi|start|shadow|prove|help|--help|--version|<command>|\\$\\{'

/** A place where a name stands for a package or for the command, and what is written there. */
interface Rule {
  readonly id: string
  /** The name is the group `name`; what is before and after it stays. */
  readonly pattern: (from: Names) => RegExp
  readonly to: (to: Names) => string
  /** Files to which the rule applies; all if missing. */
  readonly files?: RegExp
}

const framework = (to: Names) => to.framework
const command = (to: Names) => to.command

/** In the order of their application: a name that one rule replaced is no place of the next. */
export const rules: readonly Rule[] = [
  {
    id: 'the command line',
    pattern: ({ cli }) => word(cli),
    to: ({ cli }) => cli,
  },
  {
    id: 'a tarball of the command line',
    pattern: ({ cli }) =>
      new RegExp(`(?<![\\w/@-])(?<name>${escaped(fileName(cli))})(?=['"]|-\\d|-\\$|-\\.)`, 'g'),
    to: ({ cli }) => fileName(cli),
  },
  {
    id: 'npm create',
    pattern: ({ create }) =>
      new RegExp(
        `(?<=\\b(?:npm|pnpm|yarn|bun) create )(?<name>${escaped(initializer(create))})\\b(?!-)`,
        'g',
      ),
    to: ({ create }) => initializer(create),
  },
  {
    id: 'the creator',
    pattern: ({ create }) =>
      new RegExp(`(?<![\\w/.@-])(?<name>${escaped(create)})(?![\\w/]|-[a-z])`, 'g'),
    to: ({ create }) => create,
  },
  {
    id: 'a path below the framework',
    pattern: ({ framework: name }) =>
      new RegExp(
        `(?<![\\w/.@$-])(?<name>${escaped(name)})(?=/(?:${SUBPATHS}|\\$\\{)(?![\\w-]))`,
        'g',
      ),
    to: framework,
  },
  {
    id: 'an import',
    pattern: ({ framework: name }) =>
      new RegExp(
        `(?<=(?:\\bfrom|\\bimport|\\bimport\\(|\\brequire\\(|\\bresolve\\(|\\bmodule|\\bmock\\(|[lL]oad\\(|loadPackage\\(|package:|importFrom\\(require,|jsr:|npm:) ?['"\`]?)(?<=['"\`:])(?<name>${escaped(name)})(?=['"\`])`,
        'g',
      ),
    to: framework,
  },
  {
    id: 'an installed package',
    pattern: ({ framework: name }) =>
      new RegExp(`(?<=\\bnode_modules/)(?<name>${escaped(name)})(?![\\w-])`, 'g'),
    to: framework,
  },
  {
    id: 'a tarball of the framework',
    pattern: ({ framework: name }) =>
      new RegExp(
        `(?<![\\w@-])(?<name>${escaped(name)})(?=-(?:\\d|\\$\\{|\\.\\*|\\\\d)[^'"\`\\s]*\\.tgz)`,
        'g',
      ),
    to: framework,
  },
  {
    id: 'an installation',
    pattern: ({ framework: name }) =>
      new RegExp(
        `(?<=\\b(?:npm|pnpm|yarn|bun|deno) (?:install|i|add|uninstall|remove|view|update|pack)(?: -[\\w-]+)* )(?<name>${escaped(name)})(?![\\w/.-])`,
        'g',
      ),
    to: framework,
  },
  {
    id: 'the program',
    pattern: ({ command: name }) =>
      new RegExp(
        `(?<=\\b(?:npx|pnpm exec|yarn|bunx|\\.bin/|Usage:)(?: --?[\\w-]+)* ?)(?<name>${escaped(name)})(?![\\w/.-])`,
        'g',
      ),
    to: command,
  },
  {
    id: 'a command',
    pattern: ({ command: name }) =>
      new RegExp(`(?<![\\w/.@$-])(?<name>${escaped(name)})(?= (?:${COMMANDS})(?![\\w-]))`, 'g'),
    to: command,
  },
  {
    id: 'the program in package.json',
    pattern: ({ command: name }) =>
      new RegExp(`(?<="bin": \\{\\s*")(?<name>${escaped(name)})(?=": )`, 'g'),
    to: command,
    files: /(?:^|\/)package(?:-lock)?\.json$/,
  },
  {
    id: 'a manifest',
    pattern: ({ framework: name }) =>
      new RegExp(`(?<=(?:^\\s*(?:"name": )?|\\[)")(?<name>${escaped(name)})(?="(?:,|$|: ))`, 'gm'),
    to: framework,
    files: /(?:^|\/)(?:package(?:-lock)?|knip|release)\.json$|^\.changeset\//,
  },
  {
    id: 'a text in quotation marks',
    pattern: ({ framework: name }) =>
      new RegExp(`(?<=['"\`])(?<name>${escaped(name)})(?=['"\`])`, 'g'),
    to: framework,
    files:
      /^(?:packages\/(?:cli|create-\w+)\/|ecosystem\/|tools\/(?!release\/|test\/|ci\/)|packages\/webapp\/test\/register\/|examples\/notes\/|site\/|docs\/|[A-Z]+\.md|packages\/\w+\/README\.md)/,
  },
]

/** Files that keep the names of their time. */
const KEPT_FILES =
  /^(?:bench\/results\/|docs\/decisions\/|docs\/performance\/|CHANGELOG\.md$|tools\/express-suites\/results\.json$|tools\/release\/|tools\/test\/(?:release|rename))/

/** Lines whose name stands for something else than a package. */
export const allowed: readonly {
  readonly line: RegExp
  readonly files?: RegExp
  readonly reason: string
}[] = [
  {
    line: /x-powered-by|POWERED_BY|product:/i,
    reason: 'The header X-Powered-By is a part of the interface.',
  },
  {
    line: /NO_DEPRECATION|namespaces?\b/,
    reason: 'The namespace of notices is a part of the interface: users set NO_DEPRECATION.',
  },
  { line: /getTracer\(/, reason: 'The name of a tracer is a part of the interface.' },
  {
    line: /./,
    files: /^(?:bench|conformance|examples)\//,
    reason:
      'Candidates, oracles and probes have names of their own, and imports are found by a rule.',
  },
  {
    line: /./,
    files:
      /^(?:packages\/webapp\/(?:src|test)|vitest\.config\.ts|tools\/(?:test|ci|release)|biome\.json|\.github|package\.json)/,
    reason: 'Inside, the framework, its projects and its tests are called by their own name.',
  },
]

/** The text of a file with other names. */
export function renameIn(path: string, text: string, from: Names, to: Names): string {
  if (KEPT_FILES.test(path) || !mentions(text, from)) return text
  // Placeholders: the name of one place may be a part of the new name of another.
  const places: string[] = []
  let result = text
  for (const rule of rules) {
    if (rule.files !== undefined && !rule.files.test(path)) continue
    if (isKept(rule, path)) continue
    result = result.replaceAll(rule.pattern(from), () => {
      places.push(rule.to(to))
      return `\uE000${places.length - 1}\uE001`
    })
  }
  return result.replaceAll(/\uE000(\d+)\uE001/g, (_, index: string) => places[Number(index)] ?? '')
}

/** Most files do not: this saves the search for each rule. */
function mentions(text: string, names: Names): boolean {
  return Object.values(names).some((name: string) => text.includes(name))
}

function isKept({ id }: Rule, path: string): boolean {
  return id === 'a text in quotation marks' && /^bench\//.test(path)
}

export interface LeftOver {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Places that look like the name of a package and that no rule has replaced, without the allowed ones. */
export function findLeftOvers(path: string, text: string, from: Names, to: Names): LeftOver[] {
  const { framework: name, cli, create } = from
  // A name that stays the same is everywhere.
  if (KEPT_FILES.test(path) || path === 'release.json' || name === to.framework) return []
  if (!mentions(text, from)) return []
  const suspicious = new RegExp(
    [
      `['"\`]${escaped(name)}(?:/(?:${SUBPATHS}))?['"\`]`,
      `\\b(?:node_modules|\\.bin)/${escaped(name)}(?![\\w-])`,
      `\\b(?:npx|npm (?:install|create)) ${escaped(name)}(?![\\w.-])`,
      `(?<![\\w/.@-])${escaped(name)}(?:-\\d[\\w.]*\\.tgz|@\\d)`,
      `(?<![\\w/.-])${escaped(cli)}(?![\\w-])`,
      `['"\`]${escaped(create)}['"\`]`,
    ].join('|'),
  )
  return text.split('\n').flatMap((line, index) => {
    if (!suspicious.test(line)) return []
    const isAllowed = allowed.some(
      (one) => (one.files === undefined || one.files.test(path)) && one.line.test(line),
    )
    return isAllowed ? [] : { path, line: index + 1, text: line.trim() }
  })
}

function word(name: string): RegExp {
  return new RegExp(`(?<![\\w/.-])(?<name>${escaped(name)})(?![\\w-])`, 'g')
}

/** `npm create x` runs the package `create-x`. */
function initializer(create: string): string {
  return create.replace(/^create-/, '')
}

/** The name that npm gives to a tarball, without its version. */
function fileName(name: string): string {
  return name.replace(/^@/, '').replace('/', '-')
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
