const { once } = require('node:events')
const express = require('express')
require('express-async-errors')

const app = express()
app.set('env', 'test')
app.param('id', async (_req, _res, next, id) => {
  if (id === 'param') throw new Error('in a param callback')
  next()
})
app.get('/route/:id', async (req, res) => {
  if (req.params.id === 'fails') throw new Error('in a route')
  res.send('works')
})
app.use('/middleware', async () => {
  throw new Error('in middleware')
})
const calls = []
for (const name of ['first', 'second']) {
  app.use((error, _req, res, next) => {
    calls.push(`${name}: ${error.message}`)
    if (name === 'first') next(error)
    else res.status(503).send(error.message)
  })
}
app.use((error, _req, _res, next) => {
  calls.push(`third: ${error.message}`)
  next(error)
})

/** Prints the responses, and the calls of error handlers. */
async function main() {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answers = []
  for (const path of ['/route/1', '/route/fails', '/route/param', '/middleware']) {
    const answer = await fetch(`http://127.0.0.1:${server.address().port}${path}`)
    answers.push([answer.status, await answer.text()])
  }
  console.log(JSON.stringify({ answers, calls }))
  process.exit()
}

main()
