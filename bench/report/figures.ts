import type { PublishedResults } from '../results.ts'
import { relativeTo } from '../summarise-rounds.ts'
import { roughness } from './conditions.ts'

/** The sentences of the README and of the first page; `page` is the path to the page with the method. */
export function renderFigures(results: PublishedResults, page: string): string {
  const json = results.scenarios.find(({ name }) => name === 'json')
  const compare = (base: string) =>
    json && relativeTo(base, json, { candidate: 'webapp', metric: 'cpu' })
  const [node, express] = [compare('node'), compare('express5')]
  if (node === undefined || express === undefined) throw new Error('the run has no small JSON')
  const { machine, date, load, connections } = results
  const sentences = [
    `A small JSON response costs ${node.toFixed(2)} of the processor time that it costs in bare Node, and ${express.toFixed(2)} of that in Express 5.`,
    `Measured on ${date.slice(0, 10)} with Node ${machine.node.slice(1)} on ${machine.platform} (${machine.arch}), with ${load} and ${connections} connections.`,
    ...(roughness(results).length > 0
      ? ['**The run was not a quiet one, so the figures are rough.**']
      : []),
    `[How we measure](${page}#method), and [all figures](${page}#results).`,
  ]
  return `${sentences.join('\n')}\n`
}
