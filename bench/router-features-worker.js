import webapp from 'webapp'

// One candidate of router-features.ts: runs a function as often as it is told, and tells the processor time.

const [, , name = ''] = process.argv
const ROUTES = 100
const nothing = () => {}
const X_FORWARDED = {
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
}
const FORWARDED = { forwarded: 'for=203.0.113.7;proto=https;host=shop.example' }

/** @type {Record<string, () => () => unknown>} */
const candidates = {
  'a route': () => asker(createApp(), 'GET', '/r50/7'),
  'a route, 405 on': () => asker(createApp('method not allowed'), 'GET', '/r50/7'),
  'a route, a pattern': () => {
    const app = createApp()
    app.param('id', /^\d+$/)
    return asker(app, 'GET', '/r50/7')
  },
  'a mounted router': () => asker(mount(createApp()), 'GET', '/in/r50/7'),
  'a mounted router, 405 on': () =>
    asker(mount(createApp('method not allowed')), 'GET', '/in/r50/7'),
  'another method, 404': () => asker(createApp(), 'PUT', '/r50/7'),
  'another method, 405': () => asker(createApp('method not allowed'), 'PUT', '/r50/7'),
  'X-Forwarded': () => asker(createReader(), 'GET', '/', X_FORWARDED),
  Forwarded: () => {
    const app = createReader()
    app.set('forwarded header', 'Forwarded')
    return asker(app, 'GET', '/', FORWARDED)
  },
  'text and encodeURIComponent': () => {
    let id = 0
    return () => keep(`/r50/${encodeURIComponent(id++)}`)
  },
  'app.url': () => {
    const app = createApp()
    let id = 0
    return () => keep(app.url('r50', { id: id++ }))
  },
  'app.url, a query': () => {
    const app = createApp()
    let id = 0
    return () => keep(app.url('r50', { id: id++ }, { query: { tab: 'a' } }))
  },
  'app.url, a pattern': () => {
    const app = createApp()
    app.param('id', /^\d+$/)
    let id = 0
    return () => keep(app.url('r50', { id: id++ }))
  },
  'app.url, a mount': () => {
    const app = mount(createApp())
    let id = 0
    return () => keep(app.url('r50', { id: id++ }))
  },
  'app.get': () => {
    let app = createApp()
    let count = 0
    return () => {
      // A new application from time to time, because a router with more routes is another one.
      if (++count % 1000 === 0) app = createApp()
      app.get('/again/:id', nothing)
    }
  },
  'app.get and app.remove': () => {
    const app = createApp()
    return () => {
      const route = app.route('/again/:id').get(nothing)
      app.remove(route)
    }
  },
}

/** An application with routes that differ in their first segment. */
function createApp(/** @type {string[]} */ ...settings) {
  const app = webapp()
  app.set('env', 'test') // Errors are not logged.
  for (const setting of settings) app.enable(setting)
  for (let at = 0; at < ROUTES; at++) {
    app.route(`/r${at}/:id`, { name: `r${at}` }).get((_req, res) => res.end())
  }
  return app
}

function mount(/** @type {import('webapp').Express} */ inner) {
  const app = webapp()
  app.use('/in', inner)
  return app
}

/** An application whose handler reads what proxies say. */
function createReader() {
  const app = webapp()
  app.set('trust proxy', 'loopback')
  app.get('/', (req, res) => res.end(`${req.ip}${req.protocol}${req.hostname}`))
  return app
}

/** A request in memory. */
function asker(
  /** @type {import('webapp').Express} */ app,
  /** @type {string} */ method,
  /** @type {string} */ url,
  /** @type {Record<string, string>} */ headers = {},
) {
  const request = { method, url, headers }
  return () => app.inject(request)
}

let kept = ''

/** Keeps a result, so that the compiler does not leave out what computes it. */
function keep(/** @type {string} */ text) {
  kept = text
}

const run = candidates[name] ?? (() => nothing)
const measured = run()
process.on('message', async (message) => {
  const count = Number(message)
  const before = process.cpuUsage()
  for (let done = 0; done < count; done++) {
    const result = measured()
    if (result !== undefined) await result
  }
  const { user, system } = process.cpuUsage(before)
  process.send?.({ nanoseconds: ((user + system) * 1000) / count, kept })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
