import type { Step } from '../plan.ts'
import { getUnderLoad, type Scenario } from '../scenario.ts'

/** Things that a request has nothing to do with, and how its cost grows with their number. */
export const scenarios: Scenario[] = [
  ...growing('settings', ['webapp', 'express5'], {
    title: 'settings',
    step: (count) => ({ do: 'settings', count }),
  }),
  ...growing('mounted', ['webapp', 'express5', 'fastify'], {
    title: 'mounted apps that do not match',
    step: (count) => ({ do: 'mounted', count }),
  }),
  ...growing('param-callbacks', ['webapp', 'express5'], {
    title: 'param callbacks for other parameters',
    step: (count) => ({ do: 'paramCallbacks', count }),
  }),
  ...[10, 100, 900].map((count) => withHeaders(count)),
]

function growing(
  family: string,
  candidates: readonly string[],
  bystander: { title: string; step(count: number): Step },
): Scenario[] {
  return [10, 100, 1000, 10_000].map((count) =>
    getUnderLoad(
      {
        name: `${family}-${count}`,
        family,
        title: `${count.toLocaleString('en')} ${bystander.title}`,
        x: count,
        plan: () => [bystander.step(count), { do: 'echo', path: '/users/:id' }],
        path: '/users/1?q=2',
        candidates,
      },
      { type: 'application/json', body: '{"id":"1","q":"2"}' },
    ),
  )
}

/** Node looks at 1,000 headers, and wants to see Host among them. */
function withHeaders(count: number): Scenario {
  const headers = Object.fromEntries(Array.from({ length: count }, (_, i) => [`x-${i}`, '1']))
  return getUnderLoad(
    {
      name: `headers-${count}`,
      family: 'headers',
      title: `${count.toLocaleString('en')} unread request headers`,
      x: count,
      plan: () => [{ do: 'text', path: '/' }],
      path: '/',
      headers,
      candidates: ['node', 'webapp', 'express5', 'fastify'],
    },
    { type: 'text/' },
  )
}
