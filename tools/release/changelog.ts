/** How much a change raises the version. */
export type Bump = 'major' | 'minor' | 'patch' | 'none'

/** A file of `.changeset/`: one change, as users see it. */
export interface Fragment {
  readonly id: string
  readonly bump: Bump
  readonly summary: string
}

const UNRELEASED = '## [Unreleased]'

const TITLES: Readonly<Record<Exclude<Bump, 'none'>, string>> = {
  major: 'Changes that can break an application',
  minor: 'New',
  patch: 'Fixed',
}

/**
 * The changelog with a section for a version: what was written below "Unreleased", and the fragments
 * behind it.
 */
export function addRelease(
  changelog: string,
  { version, date, fragments }: { version: string; date: string; fragments: readonly Fragment[] },
): string {
  const start = changelog.indexOf(`\n${UNRELEASED}`)
  if (start === -1) throw new Error(`CHANGELOG.md has no line "${UNRELEASED}"`)
  const body = start + UNRELEASED.length + 1
  const next = changelog.indexOf('\n## ', body)
  const end = next === -1 ? changelog.length : next
  const parts = [`## [${version}] - ${date}`, changelog.slice(body, end).trim(), list(fragments)]
  const section = parts.filter((part) => part !== '').join('\n\n')
  const rest = changelog.slice(end).trim()
  const pieces = [changelog.slice(0, body), section, rest]
  return `${pieces.filter((piece) => piece !== '').join('\n\n')}\n`
}

/** The section of a version, without its heading. */
export function sectionOf(changelog: string, version: string): string {
  const [, section = ''] = changelog.split(`\n## [${version}]`)
  return (section.split('\n## ')[0] ?? '').split('\n').slice(1).join('\n').trim()
}

function list(fragments: readonly Fragment[]): string {
  return (Object.keys(TITLES) as (keyof typeof TITLES)[])
    .map((bump) => {
      const lines = fragments.filter((one) => one.bump === bump).map(({ summary }) => item(summary))
      return lines.length === 0 ? '' : `### ${TITLES[bump]}\n\n${lines.join('\n')}`
    })
    .filter((part) => part !== '')
    .join('\n\n')
}

/** A change is an item of a list; its further lines are indented. */
function item(summary: string): string {
  const [first = '', ...more] = summary.trim().split('\n')
  return [`- ${first}`, ...more.map((line) => (line === '' ? '' : `  ${line}`))].join('\n')
}
