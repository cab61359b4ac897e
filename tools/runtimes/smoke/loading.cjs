const assert = require('node:assert/strict')
const { spawn, spawnSync } = require('node:child_process')
const { once } = require('node:events')
const { createServer } = require('node:net')
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

  own('the program of README.md starts and responds', ['5.x'], async () => {
    const port = await freePort()
    const args = process.versions.deno ? ['run', '--allow-all', '--no-lock'] : []
    const child = spawn(process.execPath, [...args, 'readme.mjs'], {
      cwd: __dirname,
      env: { ...process.env, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.on('data', (chunk) => {
      complaint += chunk
    })
    try {
      const response = await firstResponse(`http://127.0.0.1:${port}/users/7`, child)
      assert.ok(response, `the program does not respond: ${complaint}`)
      assert.equal(await response.text(), '{"id":"7","name":"Ada"}')
    } finally {
      child.kill('SIGKILL')
    }
  }),
]

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** The response of a program that starts; undefined if it ends, or does not listen. */
async function firstResponse(url, child) {
  let hasEnded = false
  child.once('exit', () => {
    hasEnded = true
  })
  for (let tries = 0; tries < 500 && !hasEnded; tries++) {
    const response = await fetch(url).catch(() => undefined)
    if (response !== undefined) return response
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return undefined
}

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
