import { getUnderLoad, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'json',
      title: 'small JSON',
      plan: () => [{ do: 'json', path: '/json' }],
      path: '/json',
    },
    { type: 'application/json', body: /^\{"message":"Hello, World!","number":\d{7}\}$/ },
  ),
]
