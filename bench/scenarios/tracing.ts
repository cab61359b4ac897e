import type { Plan } from '../plan.ts'
import { getUnderLoad, type Scenario } from '../scenario.ts'

const plan: Plan = [
  { do: 'noops', count: 10 },
  { do: 'text', path: '/' },
]

/** What it costs to tell about requests: nothing, as long as nobody listens. */
export const scenarios: Scenario[] = [
  traced('tracing-0', '10 middleware, traced by nobody', plan),
  traced('tracing-1', '10 middleware, all of it traced', [{ do: 'subscribers' }, ...plan]),
]

function traced(name: string, title: string, steps: Plan): Scenario {
  return getUnderLoad(
    { name, family: 'tracing', title, plan: () => steps, path: '/', candidates: ['webapp'] },
    { type: 'text/', body: /^Hello, World! \d{7}$/ },
  )
}
