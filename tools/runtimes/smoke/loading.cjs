const assert = require('node:assert/strict')
const { spawnSync } = require('node:child_process')
const { dirname, join } = require('node:path')
const { ALL, check, own, Skip } = require('./check.cjs')

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

  // A shortcut that a new Node switches off silently must be noticed here.
  own('Node offers every shortcut, and WEBAPP_SHORTCUTS switches them off', ['5.x'], async () => {
    if (process.versions.bun || process.versions.deno) throw new Skip('not Node')
    const modules = join(dirname(require.resolve('webapp')), 'node.js')
    const { capabilities } = require(modules).internals()
    assert.deepEqual(capabilities, {
      deferredHeaders: true,
      singleWrite: true,
      encodeBuffer: true,
      unreadEnds: true,
      bodyTap: true,
      lane: true,
      batching: true,
      adoptedServers: true,
      idleClock: true,
      directRequests: true,
    })
    assert.deepEqual(readSwitchedOff(modules, 'off'), Object.keys(capabilities))
    assert.deepEqual(readSwitchedOff(modules, 'batching, bodyTap'), ['bodyTap', 'batching'])
  }),
]

/** The shortcuts that a process with this setting does not use. */
function readSwitchedOff(modules, setting) {
  const program = `
    const { capabilities } = require(${JSON.stringify(modules)}).internals()
    const off = Object.entries(capabilities).filter(([, isOn]) => !isOn)
    console.log(JSON.stringify(off.map(([name]) => name)))`
  const env = { ...process.env, WEBAPP_SHORTCUTS: setting }
  const { stdout } = spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8' })
  return JSON.parse(stdout)
}
