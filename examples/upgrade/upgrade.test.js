import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import webapp from 'webapp'
import * as applications from './applications.js'
import { books } from './library.js'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** @type {[name: string, path: string, init: RequestInit, status: number, body: unknown][]} */
const requests = [
  ['all books', '/books', {}, 200, books],
  ['one book', '/books/2', {}, 200, books[1]],
  ['a book that is not there', '/books/9', {}, 404, 'Not Found'],
  [
    'a new book',
    '/books',
    { method: 'POST', headers: form, body: 'book[title]=Ulysses' },
    201,
    { id: 4, title: 'Ulysses' },
  ],
  ['a book to delete', '/books/1', { method: 'DELETE' }, 204, ''],
  ['a search', '/search?by[author]=Eliot', {}, 200, [books[0]]],
  ['a search without words', '/search', {}, 200, [books[1], books[2]]],
  ['a shelf', '/search/shelf/a/b', {}, 200, 'shelf a/b'],
]

describe.each(Object.entries(applications))('the application %s', (_name, app) => {
  /** @type {import('node:http').Server} */
  let server
  let origin = ''

  beforeAll(async () => {
    // Notices of what 4.x deprecates would fill the output.
    process.on('deprecation', ignore)
    server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address && typeof address === 'object') origin = `http://127.0.0.1:${address.port}`
  })

  afterAll(() => {
    process.off('deprecation', ignore)
    server.closeAllConnections()
    server.close()
  })

  it.each(requests)('answers %s', async (_what, path, init, status, body) => {
    const answer = await fetch(origin + path, init)
    const text = await answer.text()
    expect(answer.status).toBe(status)
    expect(typeof body === 'string' ? text : JSON.parse(text)).toEqual(body)
  })

  it('does not know books whose number is none', async () => {
    expect((await fetch(`${origin}/books/x`)).status).toBe(404)
  })
})

describe('the guide to the upgrade', () => {
  const guide = readFileSync(new URL('../../docs/guide/upgrade.md', import.meta.url), 'utf8')
  const hints = [...guide.matchAll(/^\| `'(.+)'` \| (this is .+) \|$/gm)]

  it.each(hints.map(([, pattern, hint]) => [pattern, hint]))(
    'tells how %s is written',
    (...row) => {
      const [pattern = '', hint = ''] = row.map((cell) => String(cell).replaceAll('\\|', '|'))
      expect(() => webapp().get(pattern.replaceAll('\\\\', '\\'), ignore)).toThrow(hint)
    },
  )

  it('tells of several patterns', () => {
    expect(hints.length).toBeGreaterThan(4)
  })
})

function ignore() {}
