import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import webapp, { json, Router } from 'webapp'
import { inject } from 'webapp/inject'
import { lambda } from 'webapp/lambda'
import { serve } from 'webapp/serve'
import v3, { Router as V3Router, logger as v3Logger } from 'webapp/v3'
import v4, { Router as V4Router, json as v4Json } from 'webapp/v4'
import v5 from 'webapp/v5'

const require = createRequire(import.meta.url)

assert.ok(v5 === webapp, 'webapp/v5 is webapp')
assert.ok(Router === webapp.Router && json === webapp.json)
assert.ok(V4Router === v4.Router && v4Json === v4.json)
assert.ok(V3Router === v3.Router && v3Logger === v3.logger)
assert.equal(typeof json, 'function')
assert.ok(inject === require('webapp/inject').inject)
assert.ok(lambda === require('webapp/lambda').lambda)
assert.ok(serve === require('webapp/serve').serve)

// These load a package when they are read, and this folder has none of the packages.
const packages = { compress: 'compression', directory: 'serve-index', session: 'express-session' }
for (const [name, wanted] of Object.entries(packages)) {
  assert.throws(() => v3[name], new RegExp(`webapp.${name} .*: npm install ${wanted}$`))
}

// These need no package, and are loaded when they are read.
const seldom = [
  'cookieSession',
  'csrf',
  'favicon',
  'responseTime',
  'staticCache',
  'timeout',
  'vhost',
]
for (const name of seldom) assert.equal(typeof v3[name], 'function')
const lazy = [...Object.keys(packages), ...seldom]

// Found by name only.
const hidden = ['printRoutes', 'routes', 'shutdown']

for (const entry of ['webapp', 'webapp/v5', 'webapp/v4', 'webapp/v3']) {
  const required = require(entry)
  const imported = await import(entry)
  assert.ok(imported.default === required, `import and require of ${entry} give one instance`)
  assert.equal(typeof imported.default(), 'function')
  for (const name of [...Object.keys(required), ...hidden]) {
    if (entry === 'webapp/v3' && lazy.includes(name)) continue
    assert.ok(
      name in imported && imported[name] === required[name],
      `${name} is a named export of ${entry}`,
    )
  }
}
