import { MOST_STOLEN } from '../publish/activity.ts'
import { isAgreed } from '../publish/agreement.ts'
import type { Machine, PublishedResults } from '../results.ts'

/** What speaks against the figures of a result, as sentences. */
export function roughness({ doubts, agreements, stolen = 0 }: PublishedResults): string[] {
  const sentences = [...doubts]
  if (stolen > MOST_STOLEN) {
    sentences.push(`During the runs, ${percent(stolen)} of the processor time was stolen.`)
  }
  const unsteady = agreements.filter((one) => !isAgreed(one))
  if (unsteady.length > 0) {
    const names = unsteady.map(({ scenario, difference = 0, published }) =>
      published.length > 1 ? `${scenario} (${percent(difference)})` : `${scenario} (one run)`,
    )
    sentences.push(`Two runs did not agree within 5 %: ${names.join(', ')}.`)
  }
  return sentences
}

/** Above everything else, if there is something to say. */
export function renderRoughness(results: PublishedResults): string {
  return renderDoubts(roughness(results))
}

export function renderDoubts(sentences: readonly string[]): string {
  if (sentences.length === 0) return ''
  const lines = sentences.map((sentence) => `> ${sentence}`)
  return ['> **These figures are rough.**', ...lines, ''].join('\n')
}

/** The version of Node, the system and the machine. */
export function describePlace({
  node,
  platform,
  kernel = '',
  arch,
  cpu,
  cores,
  memoryGB,
}: Machine): string {
  const system = [platform, kernel].filter(Boolean).join(' ')
  const machine = [arch, cpu, `${cores} cores`, `${memoryGB} GB`].filter(Boolean).join(', ')
  return `Node ${node.slice(1)} on ${system} (${machine})`
}

/** When, where and how it was measured. */
export function renderConditions(results: PublishedResults): string {
  const { date, machine, turns, connections, load, loadNode, stolen } = results
  const rows = [
    `Measured on ${date.slice(0, 10)} with ${describePlace(machine)}:`,
    `${turns} turns in each run over ${connections} connections, made by ${load}.`,
  ]
  if (loadNode) {
    rows.push(`HTTP/2 and the fixed rates are made by our own loads on Node ${loadNode.slice(1)}.`)
  }
  rows.push(`Load average before the run: ${machine.load.toFixed(2)}.`)
  if (stolen !== undefined) rows.push(`Stolen processor time during the run: ${percent(stolen)}.`)
  return `${rows.join('\n')}\n`
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
