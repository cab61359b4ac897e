import { expect } from 'vitest'

export type Ask = (path: string, init?: RequestInit) => Promise<Response>

/** Checks that every start has to pass: the same status, headers and bytes on all platforms. */
export async function expectNotes(ask: Ask, client: { ip: string; secure: boolean }) {
  const found = await ask('/notes/1')
  expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(found.headers.get('etag')).toBe('W/"23-AgRyBLW4t/8mEIxo+df+LYyH6Mk"')
  expect(await found.json()).toEqual({ id: '1', text: 'Runs everywhere' })
  const headers = { 'content-type': 'application/json' }
  const made = await ask('/notes', { method: 'POST', headers, body: '{"text":"é"}' })
  const { id, text } = (await made.json()) as { id: string; text: string }
  expect([made.status, made.headers.get('location'), text]).toEqual([201, `/notes/${id}`, 'é'])
  const wrong = await ask('/notes', { method: 'POST', headers, body: '{}' })
  expect([wrong.status, await wrong.json()]).toEqual([422, { error: 'text must be a string' }])
  const broken = await ask('/notes', { method: 'POST', headers, body: '{' })
  expect(broken.status).toBe(400)
  await broken.arrayBuffer()

  const visits = await ask('/visits', { headers: { cookie: 'a=1; visits=4' } })
  expect(await visits.text()).toBe('visit 5')
  const cookies = ['visits=5; Path=/; HttpOnly', 'seen=yes; Path=/']
  expect(visits.headers.getSetCookie()).toEqual(cookies)
  expect(await (await ask('/countdown')).text()).toBe('3 2 1 go')
  const bytes = Buffer.from(await (await ask('/bytes')).arrayBuffer())
  expect(bytes).toEqual(Buffer.from([137, 80, 78, 71, 0, 255]))
  expect(await (await ask('/client')).json()).toEqual(client)

  const head = await ask('/notes/1', { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    '35',
    '',
  ])
  const failure = await ask('/failure')
  expect([failure.status, await failure.json()]).toEqual([503, { error: 'meant to fail' }])
  const none = await ask('/none')
  expect([none.status, (await none.text()).includes('Cannot GET /none')]).toEqual([404, true])
}
