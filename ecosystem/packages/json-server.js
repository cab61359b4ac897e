import assert from 'node:assert/strict'
import jsonServer from 'json-server'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'json-server',
  dialects: ['4.x'],
  leftOut: { '5.x': 'It depends on Express 4.' },

  // It makes the application itself, with the express that it asks for.
  create() {
    const app = jsonServer.create()
    const posts = [1, 2, 3].map((id) => ({ id, title: `post ${id}`, authorId: id % 2 }))
    app.use(jsonServer.defaults({ logger: false }))
    app.use(jsonServer.rewriter({ '/api/*': '/$1' }))
    app.use(jsonServer.bodyParser)
    app.use(jsonServer.router({ posts, authors: [{ id: 1, name: 'ada' }], profile: { name: 'x' } }))
    return app
  },

  hide: [/W\/"[^"]*"/g, /\w+, \d+ \w+ \d+ [\d:]+ GMT/g],

  async visit(client) {
    assert.equal((await client.get('/posts')).json.length, 3)
    assert.equal((await client.get('/api/posts/2')).json.title, 'post 2')
    const page = await client.get('/posts?_page=2&_limit=1&_sort=id&_order=desc')
    assert.deepEqual([page.json[0].id, page.headers['x-total-count']], [2, '3'])
    assert.equal((await client.get('/authors/1/posts')).json.length, 2)
    const made = await client.post('/posts', { json: { title: 'new' } })
    assert.deepEqual([made.status, made.json.id], [201, 4])
    assert.equal((await client.request('PATCH', '/posts/4', { json: { a: 1 } })).json.a, 1)
    assert.equal((await client.request('DELETE', '/posts/4')).status, 200)
    assert.equal((await client.get('/posts/4')).status, 404)
    assert.match((await client.get('/')).text, /JSON Server/)
  },
}
