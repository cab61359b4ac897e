import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import webapp, { json, Router } from 'webapp'
import v5 from 'webapp/v5'

const required = createRequire(import.meta.url)('webapp')

assert.ok(webapp === required, 'import and require give one instance')
assert.ok(v5 === webapp, 'webapp/v5 is webapp')
assert.ok(Router === webapp.Router && json === webapp.json)
assert.equal(typeof json, 'function')
const everything = await import('webapp')
for (const name of Object.keys(required)) {
  assert.ok(everything[name] === required[name], `${name} is a named export`)
}
assert.equal(typeof webapp(), 'function')
