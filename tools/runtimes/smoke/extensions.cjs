const assert = require('node:assert/strict')
const http = require('node:http')
const { ALL, check } = require('./check.cjs')

module.exports = [
  check('members added to app.request and app.response', ALL, async (t) => {
    Object.defineProperty(t.app.request, 'shout', {
      configurable: true,
      get() {
        return this.url.toUpperCase()
      },
    })
    t.app.response.say = function (text) {
      return this.send(`${this.req.shout} ${text}`)
    }
    t.app.get('/x', (_req, res) => res.say('hello'))
    assert.equal((await t.request('/x')).text, '/X hello')
  }),

  check('a member replaced on app.response', ALL, async (t) => {
    const { send } = t.app.response
    t.app.response.send = function (text) {
      this.setHeader('X-Replaced', 'yes')
      return send.call(this, text)
    }
    t.app.get('/', (_req, res) => res.send('x'))
    assert.equal((await t.request('/')).headers['x-replaced'], 'yes')
  }),

  check('members added to the prototypes of the package', ALL, async (t) => {
    t.webapp.response.smoke = function () {
      return this.send('from the package')
    }
    try {
      t.app.get('/', (_req, res) => res.smoke())
      assert.equal((await t.request('/')).text, 'from the package')
    } finally {
      delete t.webapp.response.smoke
    }
  }),

  check('prototypes that a program replaces', ALL, async (t) => {
    t.app.response = Object.create(t.app.response, {
      sendTwice: {
        value(text) {
          this.send(text + text)
        },
      },
    })
    t.app.get('/', (_req, res) => res.sendTwice('x'))
    assert.equal((await t.request('/')).text, 'xx')
  }),

  check("members replaced on the runtime's own response", ALL, async (t) => {
    const { end } = http.ServerResponse.prototype
    let ends = 0
    http.ServerResponse.prototype.end = function (...args) {
      ends++
      return end.apply(this, args)
    }
    try {
      t.app.get('/', (_req, res) => res.send('x'))
      assert.equal((await t.request('/')).text, 'x')
    } finally {
      http.ServerResponse.prototype.end = end
    }
    assert.equal(ends, 1)
  }),

  check("requests and responses are instances of the runtime's classes", ALL, async (t) => {
    t.app.get('/', (req, res) => {
      res.json([req instanceof http.IncomingMessage, res instanceof http.ServerResponse])
    })
    assert.deepEqual((await t.request('/')).json(), [true, true])
  }),
]
