import { getUnderLoad, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'failure',
      title: 'async handler that throws',
      plan: () => [{ do: 'failure', path: '/failure' }],
      path: '/failure',
    },
    { status: 500, type: 'application/json', body: '{"message":"expected"}' },
  ),
]
