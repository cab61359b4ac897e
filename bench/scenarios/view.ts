import { fileURLToPath } from 'node:url'
import { getUnderLoad, type Scenario } from '../scenario.ts'

const root = fileURLToPath(new URL('../views', import.meta.url))

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'view',
      title: 'ejs view, cached',
      plan: () => [{ do: 'view', path: '/view', root, name: 'products' }],
      path: '/view',
    },
    {
      type: 'text/html',
      body: /<title>Products<\/title>.*<li>apple: 1<\/li>.*<li>&lt;script&gt;: 4<\/li>/s,
    },
  ),
]
