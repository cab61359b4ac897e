import { formatTable } from './format-table.ts'
import type { Report, Result } from './smoke-run.ts'
import { formatSuite, type SuiteResults } from './suite.ts'

/** The text of docs/runtimes.md. */
export function formatPage(reports: readonly Report[], suite: SuiteResults): string {
  const parts = [INTRODUCTION, formatSuite(suite), OTHERS, summarize(reports), EXPECTATIONS]
  return [...parts, ...formatGroups(reports), ''].join('\n\n')
}

const INTRODUCTION = `# Runtimes

\`webapp\` is made for Node 18 and later. It also runs on the \`node:http\` of Bun, Deno and workerd, the runtime of
Cloudflare's workers.`

const OTHERS = `## The packed package

On every runtime below, we install the packed package and run a program of checks over real sockets.

\`npm run test:runtimes\` does this. It downloads the runtimes from npm, in the versions of \`tools/runtimes/runtimes.ts\`.
\`npm run test:runtimes -- --write\` writes this page. With \`--originals\` it runs the same checks with Express, which shows
the limits of a runtime itself.

In the column of workerd, requests go to \`http.createServer(app)\` in a bundle, and checks that need a process or a socket are left out.`

const EXPECTATIONS = `## What to expect

- **Node 18 to 26**: everything works. Single-write responses, adopted servers and the idle clock
  ([0008](decisions/0008-single-write-responses.md)) are active on all of these versions. Stores can be bound to diagnostics
  channels from 18.19 on.
- **Bun, Deno**: everything that we check works. They have their own implementation of \`node:http\`, so webapp does not use
  the shortcuts that need Node's own code. Each response goes through \`setHeader\`, \`writeHead\` and \`end\`. As on Node,
  requests of \`app.listen\` and \`http.createServer(app)\` have the members of the application. Deno needs \`--allow-net\`,
  \`--allow-read\` for files and views, and \`--allow-env\` for \`NODE_ENV\`. (Express 5 and 4 also run there. Express 3 does not
  run on Deno, and sends no 304 on Node 26.)
- **workerd**: applications run with the plain import, from a compatibility date of 2025-09-01 on. [Workers](guide/serverless.md#workers)
  says what is different there: no sockets, no files, no requests in memory, and a line for WebSocket routes.
- **Servers with their own request and response classes**: each message gets the members of the application when it
  arrives. webapp needs no knowledge of the server.

## Checks

✓ passes in all dialects to which the check applies, ✗ fails, – cannot be checked there. The notes give the reason.`

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

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}
