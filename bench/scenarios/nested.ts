import { getUnderLoad, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'nested',
      title: 'three nested routers with parameters',
      plan: () => [{ do: 'nested' }],
      path: '/a/1/b/2/c/3',
    },
    { type: 'application/json', body: '{"a":"1","b":"2","c":"3"}' },
  ),
]
