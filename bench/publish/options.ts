import { parseArgs } from 'node:util'
import { toList, toPositive } from '../options.ts'

export interface PublishOptions {
  readonly majors: readonly string[]
  readonly scenarios: readonly string[]
  readonly candidates: readonly string[]
  readonly minutes: number
  readonly mostRuns: number
  readonly wait: number
  readonly isRough: boolean
  readonly uws?: string
  readonly help: boolean
}

export const help = `npm run bench:publish -- [options]

Measures with wrk and 64 connections, on a quiet machine, until two runs agree within 5 %. Then it
writes the result to bench/results/published and the pages that show it.

  --node 24,26      versions of Node, which are taken from npm (24)
  --minutes n       time of the first two runs of a version; the number of turns follows (45)
  --scenario a,b    only these scenarios or families; the pages keep the others
  --candidates a,b  only these beside webapp and bare Node, with more turns in the same time
  --most-runs n     runs of a scenario until two of them agree (4)
  --wait n          seconds to wait for a quiet machine (180)
  --rough           if no quiet hour comes: measures on a busy machine, too, and publishes the two
                    closest runs even if they differ by more; the page says so above the table
  --uws folder      where ultimate-express and fulmine.js are installed, with a uWebSockets.js that
                    loads; without it, they are left out
`

export function parsePublishOptions(args: readonly string[]): PublishOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      node: { type: 'string', default: '24' },
      scenario: { type: 'string', default: '' },
      candidates: { type: 'string', default: '' },
      minutes: { type: 'string', default: '45' },
      'most-runs': { type: 'string', default: '4' },
      wait: { type: 'string', default: '180' },
      rough: { type: 'boolean', default: false },
      uws: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const mostRuns = toPositive('most-runs', values['most-runs'])
  if (mostRuns < 2) throw new RangeError('--most-runs must be at least 2: two runs must agree')
  return {
    majors: toList(values.node),
    scenarios: toList(values.scenario),
    candidates: toList(values.candidates),
    minutes: toPositive('minutes', values.minutes),
    mostRuns,
    wait: toPositive('wait', values.wait),
    isRough: values.rough,
    uws: values.uws,
    help: values.help,
  }
}
