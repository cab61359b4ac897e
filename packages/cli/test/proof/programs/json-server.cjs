const jsonServer = require('json-server')

const data = {
  posts: [
    { id: 1, title: 'first', author: 'ada' },
    { id: 2, title: 'second', author: 'bob' },
  ],
  comments: [{ id: 1, body: 'yes', postId: 1 }],
  profile: { name: 'me' },
}
const server = jsonServer.create()
server.use(jsonServer.defaults({ logger: false }))
server.use(jsonServer.bodyParser)
server.use(jsonServer.rewriter({ '/api/*': '/$1', '/blog/:resource/:id/show': '/:resource/:id' }))
server.use(jsonServer.router(data))
server.listen(Number(process.env.PORT), '127.0.0.1')
