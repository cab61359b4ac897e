/** Calls routes of every kind, and returns what the client has seen. */
async function callAll(client, url) {
  const { get, head, post, put } = client(url)
  const params = { id: 'a b/ü' }
  const found = await get('/notes/:id', { params, query: { tag: ['x', 'y&z'] } })
  const empty = await head('/notes/:id', { params })
  const added = await post('/notes', { body: { title: 'Tea' } })
  const sent = await put('/photo', { form: { photo: new Blob(['abc']) } })
  const missing = await get('/none')
  const seen = []
  for await (const { event, data } of (await get('/events')).body) {
    seen.push(event, data)
    if (event === 'last') break
  }
  return [
    [found.status, found.body],
    [empty.status, empty.body === undefined],
    [added.status, added.body],
    [sent.status, sent.body],
    [missing.status],
    seen,
  ]
}

const EXPECTED = [
  [200, { id: 'a b/ü', query: '/notes/a%20b%2F%C3%BC?tag=x&tag=y%26z' }],
  [200, true],
  [201, { title: 'Tea' }],
  [200, { size: 3 }],
  [404],
  ['first', 'ä', 'last', { a: 1 }],
]

module.exports = { callAll, EXPECTED }
