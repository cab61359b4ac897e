import { type Results, type SuiteResult, sum } from './result.ts'
import { addresses } from './suites.ts'

/** The number that README.md, the page and the command state. */
export function formatCount({ suites }: Results): string {
  return `${format(sum(suites, 'passed'))} of ${format(sum(suites, 'comparable'))}`
}

function format(count: number): string {
  return count.toLocaleString('en')
}

/** The text of docs/express-tests.md. */
export function renderPage(results: Results): string {
  return `${[
    introduction(results),
    METHOD,
    '## Results',
    suiteTable(results.suites),
    COLUMNS,
    '## Differences',
    failureTable(results.suites),
  ].join('\n\n')}\n`
}

function introduction(results: Results): string {
  return `# Express's own tests

**${formatCount(results)} tests of Express and of its packages pass on webapp, unmodified.** All of them pass on their own
package. The page lists each of the others, with the reason.

The run was on ${results.date} with Node ${results.node}. To repeat it, build a folder of checkouts, none of which is part of
this repository, and run the command in a clone of webapp:

\`\`\`sh
${Object.values(addresses)
  .map((address) => `git clone ${address} checkouts/${address.split('/').at(-1)}`)
  .join('\n')}
npm run test:express -- checkouts
\`\`\``
}

const METHOD = `## Method

- The command copies the commit of each suite to a temporary folder. It does not change the checkouts. It installs the
  packages that the suite needs, and runs the suite twice with the mocha of that suite: on its own package, and on webapp.
- On webapp, \`require('..')\` in a test returns webapp. The tests themselves are not changed. Tests of Express get
  \`webapp\`, \`webapp/v4\` or \`webapp/v3\`. Tests of a package get the part of an application that has its interface:
  \`webapp.Router\`, the body parsers, \`webapp.static\`.
- \`send\`, \`finalhandler\` and \`connect\` are not parts of the interface of Express. An adapter in
  \`tools/express-suites/adapters/\` builds their interface from public members: \`static\`, the final handler of an
  application, the application and the middleware of 3.x.
- A test counts if it passes on its own package with this version of Node. Each failure on webapp needs an entry in
  \`tools/express-suites/known.ts\`, which names a row of [the differences](differences.md). The command fails if an entry is missing, or
  if one is not needed any more.
- Many tests have limits of time, which a busy machine exceeds. A suite that fails runs once more, and a test that passes in
  one of the two runs has passed.
- Our checkouts had no tags of Express 5.3.0 and 4.22.3, whose interface webapp has. The suites of these two are those of the
  newest commits that the branches \`master\` and \`4.x\` had. The package router 1 is
  left out, because Express 4 has a router of its own.`

const COLUMNS = `- **tests**: they pass on their own package.
- **pass on webapp**, **differences**: what becomes of them on webapp.
- **fail themselves**: they also fail on their own package with this Node, most of them because Node has changed since. In
  brackets, those that pass on webapp.
- **private**: tests of files that are not the interface of the package, such as \`lib/utils.js\`. They run on these files, also
  in the second run, so they are not counted.
- **skipped**: the suite skips them itself.`

function suiteTable(suites: readonly SuiteResult[]): string {
  const head = [
    'suite',
    'commit',
    'dialect',
    'tests',
    'pass on webapp',
    'differences',
    'fail themselves',
    'private',
    'skipped',
  ]
  const rows = suites.map((suite) => [
    `${suite.title} (${suite.version})`,
    `\`${suite.commit.slice(0, 10)}\``,
    suite.dialect,
    ...countsOf([suite]),
  ])
  return formatTable(head, [...rows, ['**all**', '', '', ...countsOf(suites)]])
}

function countsOf(suites: readonly SuiteResult[]): string[] {
  const itself = sum(suites, 'failsItself')
  return [
    format(sum(suites, 'comparable')),
    format(sum(suites, 'passed')),
    format(suites.reduce((total, { failures }) => total + failures.length, 0)),
    itself === 0 ? '0' : `${itself} (${sum(suites, 'failsItselfPassed')})`,
    format(sum(suites, 'private')),
    format(sum(suites, 'skipped')),
  ]
}

function failureTable(suites: readonly SuiteResult[]): string {
  const failures = suites.flatMap(({ title, failures }) =>
    failures.map((failure) => ({ suite: title, ...failure })),
  )
  return formatTable(
    ['suite', 'test', 'row', 'why it fails'],
    failures.map(({ row, ...rest }) => [...describe(rest), `[${row}](differences.md)`, rest.why]),
  )
}

function describe({
  suite,
  title,
}: {
  readonly suite: string
  readonly title: string
}): [string, string] {
  return [suite, title.replaceAll(/[|<>*_]/g, '\\$&')]
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
