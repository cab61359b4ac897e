import type { Metric } from './results.ts'

/** What we want to be true, as data: `judge.ts` holds the results against it. */
export interface Target {
  readonly scenario: string
  readonly candidate: string
  readonly metric: Metric
  /** As a multiple of what it is compared with, or as it is where there is nothing. */
  readonly bound: number
  /** The bound itself is not enough: ahead means ahead. */
  readonly exclusive: boolean
  /** Another candidate in the same scenario. */
  readonly base?: string
  /** The same candidate in another scenario. */
  readonly baseScenario?: string
}

/** The limits of what a request may cost, and how late it may be. */
export const mainTargets: readonly Target[] = [
  ...['hello', 'json', 'params', 'middleware'].map((name) => atMost(0.7, name, 'node')),
  atMost(0.6, 'hello-browser', 'node'),
  atMost(0.75, 'nested', 'node'),
  atMost(0.6, 'failure', 'node'),
  ...['post-json-1k', 'post-form'].map((name) => atMost(0.75, name, 'node')),
  atMost(0.22, 'static-1k', 'node'),
  atMost(0.6, 'text-64k', 'node'),
  ...['hello-1', 'hello-8', 'https-hello'].map((name) => atMost(0.9, name, 'node')),
  ...aheadOf(['fastify'], 'http2-hello'),
  ...['hello', 'json'].flatMap((name) =>
    ['webapp-v4', 'webapp-v3'].map((candidate) => ({
      ...atMost(1.05, name, 'webapp'),
      candidate,
    })),
  ),
  ...['latency-half', 'latency-four-fifths'].flatMap((name) =>
    (['p99', 'p999'] as const).map((metric) => ({ ...atMost(1, name, 'node'), metric })),
  ),
]

const peers = ['fastify', 'hono', 'koa', 'polka', 'h3', 'restana', 'ultimate-express', 'fulmine.js']

/** What webapp is ahead of, and what must not grow. */
const otherTargets: readonly Target[] = [
  ...['hello', 'hello-browser', 'json', 'params', 'middleware'].flatMap((scenario) =>
    aheadOf(peers, scenario),
  ),
  ...aheadOf(['koa', 'hono'], 'nested'),
  // "Level": what two runs of the same thing differ by.
  atMost(1.05, 'nested', 'fastify'),
  flat('routes-10000', 'routes-10', 1.15),
  flat('missing-10000', 'missing-10', 1.15),
  ...[100, 1000, 10_000].flatMap((count) => [
    ...aheadOf(['fastify'], `routes-${count}`),
    ...aheadOf(['fastify'], `missing-${count}`),
  ]),
  ...['post-json-1k', 'post-json-50k', 'post-form'].flatMap((name) => aheadOf(['fastify'], name)),
  ...['zod', 'compiled'].flatMap((library) => [
    ...aheadOf(['fastify', 'hono', 'nest'], `validated-${library}`),
    // Twenty contracts beyond the validation of the library: so one is less than 3 % of a request.
    atMost(1.3, `contracts-${library}`, 'webapp-by-hand'),
  ]),
  atMost(0.5, 'static-1m', 'node'),
  ...['static-1k', 'static-1m'].flatMap((scenario) =>
    aheadOf(['fastify', 'sirv', 'serve-static'], scenario),
  ),
  atMost(1 / 3, 'failure', 'express5'),
  ...aheadOf(['fastify'], 'failure'),
  ...['hello', 'json'].map((scenario) => ({
    ...atMost(1.05, scenario, 'webapp'),
    candidate: 'webapp-create',
  })),
  ...['stack-json', 'stack-view', 'view'].flatMap((name) => aheadOf(['express5'], name)),
  ...['https-hello', 'https-json'].flatMap((name) => aheadOf(['fastify'], name)),
  ...(['start', 'rss', 'heap'] as const).map((metric) => ({
    ...atMost(1, 'start', 'express5'),
    metric,
  })),
  { ...atMost(1.1, 'soak'), metric: 'growth' },
]

export const targets: readonly Target[] = [...mainTargets, ...otherTargets]

function atMost(bound: number, scenario: string, base?: string): Target {
  return { scenario, candidate: 'webapp', metric: 'cpu', bound, exclusive: false, base }
}

function aheadOf(others: readonly string[], scenario: string): Target[] {
  return others.map((base) => ({ ...atMost(1, scenario, base), exclusive: true }))
}

function flat(scenario: string, baseScenario: string, bound: number): Target {
  return { ...atMost(bound, scenario), baseScenario }
}
