import type { Plan } from '../plan.ts'
import { getUnderLoad, type Scenario } from '../scenario.ts'

const plan: Plan = [
  { do: 'noops', count: 10 },
  { do: 'text', path: '/' },
]

/** What it costs to tell about requests: nothing, as long as nobody listens. */
export const scenarios: Scenario[] = [
  traced('tracing-0', '10 middleware functions, no subscribers', plan),
  traced('tracing-1', '10 middleware functions, every channel subscribed', [
    { do: 'subscribers' },
    ...plan,
  ]),
]

function traced(name: string, title: string, steps: Plan): Scenario {
  return getUnderLoad(
    { name, family: 'tracing', title, plan: () => steps, path: '/', candidates: ['webapp'] },
    { type: 'text/', body: /^Hello, World! \d{7}$/ },
  )
}
