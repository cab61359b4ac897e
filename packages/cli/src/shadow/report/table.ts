import type { Report, RouteReport } from './report.ts'

/** Routes that are printed beside those that need a look. */
const MOST_EQUAL = 20

/** What the terminal shows. */
export function printTable(report: Report): string {
  const shown = [
    ...report.routes.filter(({ verdict }) => verdict !== 'ready'),
    ...report.routes.filter(({ verdict }) => verdict === 'ready').slice(0, MOST_EQUAL),
  ]
  const rows = shown.map((route) => [
    route.verdict,
    String(route.compared),
    String(route.different),
    route.route,
    notes(route),
  ])
  const lines = ['', `webapp shadow: ${headline(report)}`]
  if (rows.length > 0)
    lines.push('', ...columns([['', 'compared', 'different', 'route', ''], ...rows]))
  const more = report.routes.length - shown.length
  if (more > 0) lines.push(`  … and ${more} equal routes`)
  lines.push(...listUnseen(report))
  for (const route of report.routes) lines.push(...firstExample(route))
  lines.push(...describeCopies(report))
  return `${lines.join('\n')}\n`
}

/** Such as "412 of 415 routes equal over 100,000 requests; 3 need a look". */
export function headline({ routes, requests, unseen }: Report): string {
  const count = (verdict: string) => routes.filter((route) => route.verdict === verdict).length
  const number = (value: number) => value.toLocaleString('en-US')
  const parts = [
    `${number(count('ready'))} of ${plural(routes.length, 'route')} equal over ` +
      plural(requests.compared, 'request'),
  ]
  const different = count('different')
  if (different > 0) parts.push(`${number(different)} need${different === 1 ? 's' : ''} a look`)
  const lost = count('lost')
  if (lost > 0) parts.push(`${number(lost)} could not be compared`)
  if (requests.dropped > 0) parts.push(`${plural(requests.dropped, 'request')} dropped`)
  if (unseen.length > 0) parts.push(`${plural(unseen.length, 'route')} without traffic`)
  return parts.join('; ')
}

function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

function notes({
  declared,
  changing,
  unlikeProgram,
  firstUnlike,
  lost,
  firstLost,
}: RouteReport): string {
  const parts: string[] = []
  const rows = Object.keys(declared).filter((row) => row !== 'X-Powered-By')
  if (rows.length > 0) parts.push(`declared: ${rows.join(', ')}`)
  if (changing.length > 0) parts.push(`changing: ${changing.join(', ')}`)
  if (firstUnlike !== undefined) {
    const { program, copies } = firstUnlike
    parts.push(`${unlikeProgram} with status ${copies} instead of the ${program} of the program`)
  }
  if (lost > 0) parts.push(`${lost} without a response (${firstLost})`)
  return parts.join('; ')
}

function listUnseen({ unseen }: Report): string[] {
  if (unseen.length === 0) return []
  const more = unseen.length - MOST_EQUAL
  const names = unseen.slice(0, MOST_EQUAL).map((name) => `    ${name}`)
  return ['', '  Without traffic:', ...names, ...(more > 0 ? [`    … and ${more} more`] : [])]
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = [0, 1, 2, 3].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows.map((row) => {
    const [verdict = '', compared = '', different = '', route = '', note = ''] = row
    const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = widths
    return `  ${verdict.padEnd(w0)}  ${compared.padStart(w1)}  ${different.padStart(w2)}  ${route.padEnd(w3)}  ${note}`.trimEnd()
  })
}

function firstExample({ route, examples }: RouteReport): string[] {
  const [example] = examples
  if (example === undefined) return []
  const lines = ['', `  ${route}: ${example.request.line}`]
  for (const { place, express, webapp } of example.differences) {
    lines.push(
      `    ${place}`,
      `      Express: ${oneLine(express)}`,
      `      webapp:  ${oneLine(webapp)}`,
    )
  }
  return lines
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 160 ? `${line.slice(0, 160)}…` : line
}

function describeCopies({ copies }: Report): string[] {
  const lines: string[] = []
  for (const { name, ends } of copies) {
    if (ends > 0)
      lines.push(`  The copy on ${name} ended ${ends === 1 ? 'once' : `${ends} times`}.`)
  }
  const refused = copies.flatMap(({ wishes }) => wishes.filter(({ isRefused }) => isRefused))
  const targets = [...new Set(refused.map(({ kind, target }) => `${kind} ${target}`))]
  if (targets.length > 0)
    lines.push('  Refused to the copies:', ...targets.slice(0, 20).map((each) => `    ${each}`))
  return lines.length === 0 ? [] : ['', ...lines]
}
