import { Api } from './api.ts'

/** The same as `addAndList` with the client that swagger-typescript-api writes. */
export async function addAndListWithClass(baseUrl: string, name: string): Promise<string[]> {
  const { orgs } = new Api({ baseUrl })
  const { data: added } = await orgs.addUser(7, { name, password: 'correct horse' })
  const { data } = await orgs.listUsers(7)
  return data.map((user) => `${user.name} ${user.id === added.id ? 'is new' : ''}`.trim())
}

export async function mistakesWithClass(): Promise<void> {
  const { orgs } = new Api()
  // @ts-expect-error the password is missing
  await orgs.addUser(7, { name: 'Ada' })
  // @ts-expect-error the parameter is a number
  await orgs.listUsers('seven')
}
