import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import webapp, { json, Router } from 'webapp'
import v4, { Router as V4Router, json as v4Json } from 'webapp/v4'
import v5 from 'webapp/v5'

const require = createRequire(import.meta.url)

assert.ok(v5 === webapp, 'webapp/v5 is webapp')
assert.ok(Router === webapp.Router && json === webapp.json)
assert.ok(V4Router === v4.Router && v4Json === v4.json)
assert.equal(typeof json, 'function')

for (const entry of ['webapp', 'webapp/v5', 'webapp/v4']) {
  const required = require(entry)
  const imported = await import(entry)
  assert.ok(imported.default === required, `import and require of ${entry} give one instance`)
  assert.equal(typeof imported.default(), 'function')
  for (const name of Object.keys(required)) {
    assert.ok(imported[name] === required[name], `${name} is a named export of ${entry}`)
  }
}
