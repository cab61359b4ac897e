const assert = require('node:assert/strict')
const { ALL, check, own } = require('./check.cjs')

module.exports = [
  check('require returns the factory with its members', ALL, async (t) => {
    assert.equal(typeof t.webapp, 'function')
    assert.equal(typeof t.webapp.static, 'function')
    assert.equal(typeof t.webapp.json, 'function')
    assert.equal(typeof t.webapp.application.use, 'function')
  }),

  own('import returns the same function, as default and by name', ALL, async (t) => {
    const { default: faces } = await import('./loading.mjs')
    const { face, Router } = faces[t.dialect]
    assert.ok(face === t.webapp, 'the default export is what require gives')
    assert.ok(Router === t.webapp.Router, 'Router is a named export')
  }),
]
