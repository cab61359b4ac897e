import type { Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  postBody('post-json-1k', 'POST JSON 1 KB', 'json', 20),
  postBody('post-json-50k', 'POST JSON 50 KB', 'json', 1000),
  postBody('post-form', 'POST urlencoded form', 'form', 20),
  postValidated('zod'),
  postValidated('compiled'),
  postContracts('zod'),
  postContracts('compiled'),
]

/** A body of 1 KB behind a schema. */
function postValidated(library: 'zod' | 'compiled'): Scenario {
  const keys = 20
  const base = postBody(`validated-${library}`, `POST JSON 1 KB, ${library} schema`, 'json', keys)
  return {
    ...base,
    family: 'validated',
    candidates: ['webapp', 'webapp-by-hand', 'webapp-v4', 'webapp-v3', 'fastify', 'hono', 'nest'],
    plan: () => [{ do: 'validated', path: '/body', library, keys, times: 1 }],
  }
}

/** One contract costs less than two processes of a program differ by; twenty show what it costs. */
function postContracts(library: 'zod' | 'compiled'): Scenario {
  const times = 20
  const base = postValidated(library)
  return {
    ...base,
    name: `contracts-${library}`,
    title: `${base.title}, ${times} times`,
    candidates: ['webapp', 'webapp-by-hand'],
    plan: () => base.plan().map((step) => (step.do === 'validated' ? { ...step, times } : step)),
  }
}

function postBody(name: string, title: string, kind: 'json' | 'form', keys: number): Scenario {
  const value = createValue(keys)
  const body = kind === 'json' ? JSON.stringify(value) : new URLSearchParams(value).toString()
  return {
    name,
    family: 'bodies',
    title,
    measure: 'load',
    plan: () => [{ do: 'body', path: '/body', kind }],
    request: {
      method: 'POST',
      path: '/body',
      headers: {
        'content-type': kind === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      },
      body,
    },
    answer: { status: 200, type: 'application/json', body: `{"name":"Ada","keys":${keys}}` },
  }
}

/** About 50 bytes of JSON for each key. */
function createValue(keys: number): Record<string, string> {
  const others = Array.from({ length: keys - 1 }, (_, index) => [
    `field-${index}`,
    `the value of the field number ${index}`,
  ])
  return { name: 'Ada', ...Object.fromEntries(others) }
}
