import type { Scenario } from '../scenario.ts'

export const scenarios: Scenario[] = [
  postBody('post-json-1k', 'POST JSON 1 KB', 'json', 20),
  postBody('post-json-50k', 'POST JSON 50 KB', 'json', 1000),
  postBody('post-form', 'POST urlencoded form', 'form', 20),
]

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
