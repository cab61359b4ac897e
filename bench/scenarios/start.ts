import { getUnderLoad, type Scenario } from '../scenario.ts'

const plan = () => [{ do: 'text' as const, path: '/' }]

export const scenarios: Scenario[] = [
  getUnderLoad(
    { name: 'start', title: 'process start to first response', measure: 'start', plan, path: '/' },
    { type: 'text/' },
  ),
  getUnderLoad(
    {
      name: 'soak',
      title: 'memory after many requests',
      measure: 'soak',
      plan,
      path: '/',
      onDemand: true,
    },
    { type: 'text/' },
  ),
]
