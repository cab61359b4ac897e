import type { Report, Result } from './smoke-run.ts'

/** The text of docs/runtimes.md. */
export function formatPage(reports: readonly Report[]): string {
  return [INTRODUCTION, summarize(reports), EXPECTATIONS, ...formatGroups(reports), ''].join('\n\n')
}

const INTRODUCTION = `# Runtimes

\`webapp\` is made for Node 18 and later. It also runs on the \`node:http\` of Bun and Deno. The whole test suite runs on
Node 20; on every runtime below, the packed package is installed as its users do, and a program of checks over real
sockets is run with it: \`npm run test:runtimes\`. It takes the runtimes from npm, in the versions of
\`tools/runtimes/runtimes.ts\`, and writes this page with \`npm run test:runtimes -- --write\`. With \`--originals\` it makes
the same checks with Express itself, which tells what is a limit of a runtime.`

const EXPECTATIONS = `## What to expect

- **Node 18 to 26**: everything. Answers go out at once, servers are adopted and idle connections are watched by one timer
  in each of them ([0008](decisions/0008-answers-at-once-on-servers-we-know.md)). Stores can be bound to diagnostics channels
  from 18.19 on.
- **Bun, Deno**: everything that is checked. Their \`node:http\` is written anew, so the shortcuts that need Node's own
  code are not taken: each answer goes through \`setHeader\`, \`writeHead\` and \`end\`. \`app.listen\` and
  \`http.createServer(app)\` give the requests of the runtime the members of the application, as on Node. Deno needs
  \`--allow-net\`, \`--allow-read\` for files and views, and \`--allow-env\` for \`NODE_ENV\`. (Express 5 and 4 run there too;
  Express 3 itself does not on Deno, and gives no 304 on Node 26.)
- Servers that bring requests and responses of their own: each message gets the members of the application when it
  arrives. Nothing has to be known about the server.

## What was checked

✓ passes in all dialects in which the check is made, ✗ fails, – cannot be checked there. The notes say why.`

function summarize(reports: readonly Report[]): string {
  const rows = reports.map(({ runtime, results, missing }) => {
    const count = (wanted: Result['outcome']) =>
      results.filter(({ outcome }) => outcome === wanted).length
    const name = `${runtime.title} ${runtime.version}`
    return missing === undefined
      ? [name, count('passed'), count('failed'), count('skipped')]
      : [name, '–', '–', `all: ${missing}`]
  })
  return formatTable(['runtime', 'passed', 'failed', 'skipped'], rows)
}

/** A table for each group of checks, with the notes that its cells refer to. */
function formatGroups(reports: readonly Report[]): string[] {
  const groups = unique(reports.flatMap(({ results }) => results.map(({ group }) => group)))
  return groups.map((group) => {
    const ofGroup = reports.map((report) => {
      return { ...report, results: report.results.filter((result) => result.group === group) }
    })
    return formatGroup(group, ofGroup)
  })
}

function formatGroup(group: string, reports: readonly Report[]): string {
  const all = reports.flatMap(({ results }) => results)
  const notes: string[] = []
  const rows = unique(all.map(({ name }) => name)).map((name) => {
    const ofCheck = (results: readonly Result[]) => results.filter((each) => each.name === name)
    const dialects = unique(ofCheck(all).map(({ dialect }) => dialect))
    const cells = reports.map(({ results }) => formatCell(ofCheck(results), notes))
    return [name, dialects.join(' '), ...cells]
  })
  const titles = reports.map(({ runtime }) => `${runtime.title} ${runtime.version}`)
  const table = formatTable([group, 'dialects', ...titles], rows)
  return [table, ...notes.map((note, index) => `(${index + 1}) ${note}`)].join('\n\n')
}

function formatCell(results: readonly Result[], notes: string[]): string {
  const odd = results.filter(({ outcome }) => outcome !== 'passed')
  if (results.length === 0) return '–'
  if (odd.length === 0) return '✓'
  const sign = odd.some(({ outcome }) => outcome === 'failed') ? '✗' : '–'
  const numbers = unique(odd.map((result) => noteFor(result, notes)))
  return `${sign} (${numbers.join(', ')})`
}

function noteFor({ outcome, dialect, reason = '' }: Result, notes: string[]): number {
  const note = outcome === 'failed' ? `${dialect}: ${reason}` : reason
  if (!notes.includes(note)) notes.push(note)
  return notes.indexOf(note) + 1
}

function formatTable(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const line = (cells: readonly unknown[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
