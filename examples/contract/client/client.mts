import createClient from 'openapi-fetch'
import type { paths } from './schema.d.ts'

/** Adds a user and returns the names of all users; every path, value and result is typed. */
export async function addAndList(baseUrl: string, name: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl })
  const params = { path: { org: 7 } }
  const added = await client.POST('/orgs/{org}/users', {
    params,
    body: { name, password: 'correct horse' },
  })
  if (added.data === undefined) throw new Error(`Not added: ${added.response.status}`)
  const id: number = added.data.id
  const { data = [] } = await client.GET('/orgs/{org}/users', { params })
  return data.map((user) => `${user.name} ${user.id === id ? 'is new' : ''}`.trim())
}

export async function mistakes(): Promise<void> {
  const client = createClient<paths>()
  const params = { path: { org: 7 } }
  // @ts-expect-error there is no such path
  await client.GET('/orgs/{org}/people', { params })
  // @ts-expect-error the password is missing
  await client.POST('/orgs/{org}/users', { params, body: { name: 'Ada' } })
  // @ts-expect-error the parameter is a number
  await client.GET('/orgs/{org}/users', { params: { path: { org: 'seven' } } })
  const { data } = await client.GET('/orgs/{org}/users', { params })
  // @ts-expect-error a user shows no password
  data?.[0]?.password
}
