import { getUnderLoad, type Scenario } from '../scenario.ts'

const counts = [10, 100, 1000, 10_000]

export const scenarios: Scenario[] = [
  ...counts.map((count) =>
    getUnderLoad(
      {
        name: `routes-${count}`,
        family: 'routes',
        title: `last of ${count.toLocaleString('en')} routes`,
        x: count,
        plan: () => [{ do: 'routes', count }],
        path: `/resource-${count - 1}/42`,
      },
      { type: 'text/', body: '42' },
    ),
  ),
  ...counts.map((count) =>
    getUnderLoad(
      {
        name: `missing-${count}`,
        family: 'missing',
        title: `404 among ${count.toLocaleString('en')} routes`,
        x: count,
        plan: () => [{ do: 'routes', count }],
        path: '/missing/42',
        candidates: ['node', 'webapp', 'express5', 'fastify'],
      },
      { status: 404 },
    ),
  ),
]
