import { slugify } from '../../site/markdown/slugify.ts'
import type { Drift } from './compare-revisions.ts'
import type { Group } from './groups.ts'
import { effortOf, showExample } from './show.ts'

/** Examples of one pair of releases that the page shows, one of each part; the table lists all kinds. */
const MOST_EXAMPLES = 6

/** The text of docs/drift.md. */
export function renderPage(drifts: readonly Drift[]): string {
  return `${[INTRODUCTION, overview(drifts), METHOD, ...drifts.flatMap(section)].join('\n\n')}\n`
}

/** The results with those of some pairs replaced or added: the newest release first. */
export function mergeDrifts(recorded: readonly Drift[], found: readonly Drift[]): Drift[] {
  const isNew = (drift: Drift) => !found.some(({ newer }) => newer === drift.newer)
  return [...recorded.filter(isNew), ...found].sort((one, other) =>
    compareVersions(other.newer, one.newer),
  )
}

/** A prerelease comes before its release. */
export function compareVersions(one: string, other: string): number {
  const release = (version: string) => (version.includes('-') ? version : `${version}-z`)
  return release(one).localeCompare(release(other), 'en', { numeric: true })
}

const INTRODUCTION = `# What changed between releases of Express

Each of the last releases of Express 5 and 4 is compared with the one before it. Scenarios and random programs run on both, and
this page lists where they differ: what a program notices of an update. The interface of webapp is that of the newest
releases.

\`npm run drift\` in a clone of webapp compares any two revisions, from npm or from a checkout:

\`\`\`sh
npm run drift -- npm 4.21.0 4.21.1
npm run drift -- ../express master my-branch
\`\`\`

[CONTRIBUTING.md](../CONTRIBUTING.md#adopting-a-release-of-express) says how a new release is adopted.`

const METHOD = `## Method

- **Package**: the versions of Node, and the packages that both need. npm installs both releases on the same day, so packages
  that a release allows in several versions are the same on both sides.
- **Surface**: the members of applications, requests, responses, routers and routes that a program sees.
- **Scenarios**: the programs of \`conformance/\` that are true of the dialect, with the bytes of their responses.
- **Random programs**: route tables, sequences of response calls, bodies, files and headers, as \`npm run fuzz\` generates them.
  Differences of one shape are a kind. The command searches for a smaller example of each kind, and stops early.
- A difference that does not show a second time is dropped. A kind that no scenario and no random request reaches is not listed.`

function overview(drifts: readonly Drift[]): string {
  const rows = drifts.map((drift) => [
    `[${drift.newer}](#${slugify(headingOf(drift))})`,
    drift.older,
    String(drift.groups.length),
    cell(membersOf(drift.groups)),
  ])
  return table(['release', 'compared with', 'kinds of differences', 'in'], rows)
}

function membersOf(groups: readonly Group[]): string {
  const members = [...new Set(groups.map(({ part, member }) => nameOf(part, member)))]
  const shown = members.slice(0, 6).map((name) => `\`${name}\``)
  return [...shown, ...(members.length > 6 ? [`${members.length - 6} more`] : [])].join(', ')
}

function nameOf(part: string, member: string): string {
  return part === 'package' ? member : `${part}: ${member}`
}

function headingOf({ older, newer }: Drift): string {
  return `From ${older} to ${newer}`
}

function section(drift: Drift): string[] {
  const { groups, node, date, seed } = drift
  const effort = `${effortOf(drift)}, on Node ${node}, ${date}, seed ${seed}.`
  const heading = `## ${headingOf(drift)}`
  if (groups.length === 0) return [heading, `No difference in ${effort}`]
  const rows = groups.map(({ part, member, change, count }) => [
    part,
    cell(`\`${member}\``),
    cell(change),
    String(count),
  ])
  return [
    heading,
    `In ${effort}`,
    table(['part', 'about', 'difference', 'times'], rows),
    ...examples(groups),
  ]
}

function examples(groups: readonly Group[]): string[] {
  const first = groups.filter(
    ({ part }, at) => groups.findIndex((each) => each.part === part) === at,
  )
  return first
    .slice(0, MOST_EXAMPLES)
    .map(
      ({ part, member, example }) =>
        `${part === 'package' ? 'Packages' : `Example for ${part}, \`${member}\``}:\n\n` +
        ['```diff', ...showExample(example).map(fenced), '```'].join('\n'),
    )
}

/** A line cannot end the block. */
function fenced(line: string): string {
  return line.replaceAll('```', "'''")
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
