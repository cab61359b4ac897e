const assert = require('node:assert/strict')
const webapp = require('webapp')

assert.equal(typeof webapp, 'function')
assert.equal(typeof webapp.Router, 'function')
assert.ok(require('webapp/v5') === webapp, 'webapp/v5 is webapp')
assert.equal(require('webapp/package.json').name, 'webapp')

const app = webapp()
app.get('/:name', (req, res) => res.json({ hello: req.params.name }))

const server = app.listen(0, async () => {
  const answer = await fetch(`http://localhost:${server.address().port}/world`)
  assert.deepEqual(await answer.json(), { hello: 'world' })
  server.close()
})
