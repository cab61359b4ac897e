import type { LoadReport } from './load.ts'

/** A row of the table in docs/load-and-faults.md. */
export function describeRun(title: string, report: LoadReport): string {
  const requests = [...report.counts].filter(([label]) => /^(GET|POST)/.test(label))
  const total = requests.reduce((sum, [, count]) => sum + count, 0)
  const failed = requests.filter(([label]) => report.failures.has(label))
  const errors = failed.map(([label, count]) => `${label}: ${count}`).join('; ') || 'none'
  const endings = [...report.endings].map(([label, count]) => `${label}: ${count}`).join('; ')
  const cells = [
    title,
    report.seconds.toFixed(0),
    String(total),
    String(report.acknowledged.length),
    errors,
    endings || 'none',
    String(report.longestGap),
  ]
  return `| ${cells.join(' | ')} |`
}

export const heading =
  '| fault | s | requests | notes acknowledged | errors | streams and sockets that ended | longest gap, ms |'
