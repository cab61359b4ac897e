import { IS_WEBAPP, LISTEN } from './support.ts'

export const PACKAGES = ['compression', 'express-session', 'cookie-parser', 'morgan']

/** Routes whose responses change by themselves in many ways, and some that never do. */
export const PROGRAM = `
const { randomUUID, randomBytes } = require('node:crypto')
const http = require('node:http')
const { Readable } = require('node:stream')
const compression = require('compression')
const session = require('express-session')
const express = require('express')
${IS_WEBAPP}
const app = express()
let visits = 0
app.use(compression({ threshold: 200 }))
app.use((req, res, next) => { res.set('X-Request-Id', randomUUID()); next() })
app.get('/fixed', (req, res) => res.json({ hello: 'world' }))
app.get('/random', (req, res) => res.json({ id: randomUUID(), at: new Date(), pid: process.pid, text: 'fixed' }))
app.get('/page', (req, res) => {
  const nonce = randomBytes(16).toString('base64')
  res.set('Content-Security-Policy', "script-src 'nonce-" + nonce + "'")
  res.send('<script nonce="' + nonce + '">1</script>' + '<p>text</p>'.repeat(100) + '<i>' + new Date().toISOString() + '</i>')
})
app.get('/list', (req, res) => {
  const length = 1 + Math.floor(Math.random() * 5)
  res.json({ items: Array.from({ length }, () => ({ key: randomBytes(6).toString('hex') })), total: 7 })
})
app.get('/coin', (req, res) => res.send(Math.random() < 0.5 ? 'heads' : 'tails'))
app.get('/visits', (req, res) => res.json({ visits: ++visits }))
app.get('/stream', (req, res) => Readable.from(['a'.repeat(500), 'b'.repeat(500), randomUUID()]).pipe(res))
app.get('/file', (req, res) => res.sendFile(__dirname + '/data.txt'))
app.use('/static', express.static(__dirname + '/public'))
app.get('/users/:id', (req, res) => res.json({ id: req.params.id, query: req.query }))
app.get('/session', session({ secret: 'x', resave: false, saveUninitialized: true }), (req, res) => {
  req.session.views = (req.session.views || 0) + 1
  res.json({ views: req.session.views })
})
app.get('/cookies', (req, res) => { res.cookie('fixed', '1'); res.cookie('token', randomUUID(), { maxAge: 60000 }); res.end() })
app.get('/moved', (req, res) => res.redirect('/fixed?from=' + randomUUID()))
app.get('/out', (req, res) => {
  http.get('http://127.0.0.1:' + process.env.OTHER, (answer) => answer.pipe(res)).on('error', (error) => res.status(502).json({ code: error.code }))
})
app.get('/self', (req, res) => http.get('http://localhost:' + process.env.PORT + '/fixed', (answer) => answer.pipe(res)))
app.get('/broken', () => { throw new Error('broken') })
app.get('/hang', (req, res) => { res.write('begins') })
const api = express.Router()
api.get('/things/:thing', (req, res) => res.json({ thing: req.params.thing }))
app.use('/api/:version', api)
app.get('/seeded/body', (req, res) => res.json({ list: [1, { name: isWebapp ? 'b' : 'a', password: 'hidden-one' }], id: randomUUID() }))
app.get('/seeded/header', (req, res) => res.set('X-Kind', isWebapp ? 'new' : 'old').json(randomUUID()))
app.get('/seeded/status', (req, res) => res.status(isWebapp ? 201 : 200).send(randomUUID()))
app.get('/seeded/secret', (req, res) => res.cookie('sid', isWebapp ? 'cookie-b' : 'cookie-a').json({ token: isWebapp ? 'secret-b' : 'secret-a' }))
app.get('/seeded/crash', (req, res) => { if (isWebapp) process.exit(3); res.send('ok') })
app.get('/headers', (req, res) => res.send(Object.getOwnPropertyNames(res).includes('write') + ' ' + Object.keys(res).includes('write')))
${LISTEN}
`

export const FILES = {
  'app.js': PROGRAM,
  'data.txt': 'data '.repeat(200),
  'public/style.css': 'body { color: green }',
}

/** Requests of which none may be an alarm. */
export const QUIET = [
  ...['/fixed', '/random', '/page', '/list', '/coin', '/visits', '/stream', '/file', '/moved'],
  ...['/static/style.css', '/static/none.css', '/users/7', '/users/8?a[b]=c', '/session'],
  ...['/cookies', '/self', '/broken', '/missing', '/missing/41', '/api/v1/things/9'],
]
