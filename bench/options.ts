import { parseArgs } from 'node:util'
import { type LoadKind, loadKinds } from './load.ts'

export interface Options {
  readonly scenarios: readonly string[]
  readonly only: readonly string[]
  readonly rounds: number
  readonly turns: number
  readonly requests: number
  readonly seconds: number
  readonly connections: number
  readonly warmUp: number
  readonly warmUpSeconds: number
  readonly soak: number
  readonly load: LoadKind
  readonly uws?: string
  readonly profile?: string
  readonly list: boolean
  readonly help: boolean
}

const WARM_UP_SECONDS = 6

export const help = `npm run bench -- [options]

  --scenario a,b    names or families of scenarios; default: all but those on demand
  --only a,b        candidates; default: all
  --rounds n        interleaved rounds of each candidate, each with a new process (5)
  --turns n         turns of each candidate in a round, which has its requests by turns (10)
  --requests n      requests of a turn, at most (2000)
  --seconds n       time of a turn, about (0.2)
  --warm-up n       requests before each round, for at most six seconds (80000)
  --connections n   keep-alive connections (64)
  --count n         requests of the scenario soak (1000000)
  --load kind       sockets, or wrk where it is installed (sockets)
  --uws folder      where ultimate-express and fulmine.js are installed, with a uWebSockets.js that
                    loads; without it, they are left out
  --profile name    writes a CPU profile of one candidate (in hello) and shows where its time goes
  --list            shows the scenarios and candidates
`

export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenario: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      turns: { type: 'string', default: '10' },
      requests: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '0.2' },
      connections: { type: 'string', default: '64' },
      'warm-up': { type: 'string', default: '80000' },
      count: { type: 'string', default: '1000000' },
      load: { type: 'string', default: 'sockets' },
      uws: { type: 'string' },
      profile: { type: 'string' },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.load === 'wrk' && toList(values.scenario).includes('soak')) {
    throw new RangeError('--scenario soak counts requests, which wrk does not: use --load sockets')
  }
  return {
    // A profile of everything is a profile of nothing.
    scenarios: toList(values.scenario || (values.profile ? 'hello' : '')),
    only: toList(values.only),
    rounds: toPositive('rounds', values.rounds),
    turns: toPositive('turns', values.turns),
    requests: toPositive('requests', values.requests),
    seconds: toPositive('seconds', values.seconds),
    connections: toPositive('connections', values.connections),
    warmUp: toPositive('warm-up', values['warm-up']),
    warmUpSeconds: WARM_UP_SECONDS,
    soak: toPositive('count', values.count),
    load: toLoadKind(values.load),
    uws: values.uws,
    profile: values.profile,
    list: values.list,
    help: values.help,
  }
}

export function toList(text: string): string[] {
  return text.split(',').filter((name) => name !== '')
}

export function toPositive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new RangeError(`--${name} must be a number above 0, not '${text}'`)
  return number
}

function toLoadKind(text: string): LoadKind {
  const kind = loadKinds.find((name) => name === text)
  if (kind !== undefined) return kind
  throw new RangeError(`--load must be one of ${loadKinds.join(', ')}, not '${text}'`)
}
