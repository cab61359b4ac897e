import { expect } from 'vitest'
import { ask } from '../support/client.ts'

export interface Summary {
  readonly id: string
  readonly url: string
  readonly status: number
  readonly [name: string]: unknown
}

export interface Details {
  readonly [name: string]: unknown
  readonly requestBody: { readonly size: number; readonly text?: string; readonly note?: string }
  readonly responseBody: { readonly size: number; readonly text?: string; readonly note?: string }
  readonly curl: string
  readonly layers: readonly { readonly name: string; readonly outcome?: string }[]
  readonly output: readonly { readonly text: string }[]
}

/** The events that the page gets when it is opened. */
export async function openEvents(inspector: string): Promise<Record<string, unknown>> {
  const abort = new AbortController()
  const response = await fetch(`${inspector}events`, { signal: abort.signal })
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (/^event: state\ndata: .*\n\n/m.test(text)) break
  }
  abort.abort()
  const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)]
  return Object.fromEntries(events.map(([, name, data]) => [name, JSON.parse(String(data))]))
}

export const listOf = async (inspector: string) => (await openEvents(inspector)).list as Summary[]

/** The last recorded request of a path. */
export async function findRequest(inspector: string, path: string): Promise<Summary> {
  let found: Summary | undefined
  await expect
    .poll(async () => {
      found = (await listOf(inspector)).filter(({ url }) => url === path).at(-1)
      return found
    })
    .toBeDefined()
  return found as Summary
}

export async function detailsOf(inspector: string, path: string): Promise<Details> {
  const { id } = await findRequest(inspector, path)
  return JSON.parse((await ask(`${inspector}requests/${id}`)).text)
}

export interface Counts {
  readonly seen: number
  readonly recorded: number
  readonly routes: readonly { readonly route: string; readonly count: number }[]
}

export async function readCounts(inspector: string): Promise<Counts> {
  return ((await openEvents(inspector)).state as { counts: Counts }).counts
}
