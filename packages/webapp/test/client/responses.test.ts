import { expect, it } from 'vitest'
import { z } from 'zod'
import { client } from '../../src/client.ts'
import { api, contract, route } from '../../src/contract.ts'

const params = z.object({ id: z.string() })
const notes = api(
  route('GET', '/notes', (_req, res) => res.end()),
  route('GET', '/notes/:id', contract({ params }), (_req, res) => res.end()),
)

/** A client whose requests get this response, and the requests that it sent. */
function respond(url: string, response: () => Response) {
  const sent: Request[] = []
  const it = client<typeof notes>(url, {
    fetch: async (to, init) => {
      sent.push(new Request(new URL(to, 'http://origin'), init))
      return response()
    },
  })
  return { it, sent }
}
const page = '<!doctype html><title>502 Bad Gateway</title>'

it.each([
  ['an error page of a proxy', 502, 'text/html; charset=utf-8', page, page],
  ['a page with the type of JSON', 502, 'application/json', page, page],
  [
    'problem details',
    500,
    'application/problem+json; charset=utf-8',
    '{"title":"x"}',
    { title: 'x' },
  ],
  ['JSON without content', 200, 'application/json', '', undefined],
  ['no content', 204, undefined, null, undefined],
  ['a response that is not modified', 304, undefined, null, undefined],
])('resolves for %s', async (_name, status, type, content, body) => {
  const headers = new Headers(type === undefined ? [] : [['content-type', type]])
  const { it } = respond('http://a', () => new Response(content, { status, headers }))
  const response = await it.get('/notes')
  expect([response.status, response.body]).toEqual([status, body])
})

it.each([
  ['/api', 'http://origin/api/notes/a%2Fb%3Fc'],
  ['/api/', 'http://origin/api/notes/a%2Fb%3Fc'],
  ['', 'http://origin/notes/a%2Fb%3Fc'],
  ['https://b.example/v1/', 'https://b.example/v1/notes/a%2Fb%3Fc'],
])('appends the path to the place of the set, %j', async (url, expected) => {
  const { it, sent } = respond(url, () => new Response(null))
  await it.get('/notes/:id', { params: { id: 'a/b?c' } })
  expect(sent.map((request) => request.url)).toEqual([expected])
})

it('rejects if the headers of the client cannot be made', async () => {
  const it = client<typeof notes>('http://a', {
    headers: () => Promise.reject(new Error('no token')),
    fetch: () => Promise.reject(new Error('must not be called')),
  })
  await expect(it.get('/notes')).rejects.toThrow('no token')
})
