import { getUnderLoad, type Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'middleware',
      title: '10 empty middleware functions',
      plan: () => [
        { do: 'noops', count: 10 },
        { do: 'text', path: '/' },
      ],
      path: '/',
    },
    { type: 'text/', body: /^Hello, World! \d{7}$/ },
  ),
]
