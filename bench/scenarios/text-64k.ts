import { getUnderLoad, type Scenario } from '../scenario.ts'

const size = 64 * 1024

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'text-64k',
      title: '64 KB string',
      plan: () => [{ do: 'text', path: '/', size }],
      path: '/',
    },
    { type: 'text/', body: new RegExp(`^Hello, World! {${size - 20}}\\d{7}$`) },
  ),
]
