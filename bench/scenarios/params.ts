import { getUnderLoad, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'params',
      title: 'parameter and query as JSON',
      plan: () => [{ do: 'echo', path: '/users/:id' }],
      path: '/users/4711?q=search&page=2',
    },
    { type: 'application/json', body: '{"id":"4711","q":"search"}' },
  ),
]
