const { EventEmitter } = require('node:events')

/**
 * The package send: `webapp.static` of a dialect, in an application that has nothing else.
 * `setHeaders` reports the file and the time for headers, the last handler reports errors.
 * The middleware has nothing that the events `directory` and `stream` could be made of.
 */
module.exports = (webapp) => {
  class SendStream extends EventEmitter {
    constructor(req, path, options) {
      super()
      Object.assign(this, { req, path, options: { ...options } })
    }

    pipe(res) {
      const { req, path } = this
      const url = req.url
      req.url = path.startsWith('/') ? path : `/${path}`
      res.once('finish', () => this.emit('end'))
      this.createApplication()(req, res)
      req.url = url
      return res
    }

    createApplication() {
      const folder = this.path.startsWith('/') ? '/' : process.cwd()
      const { root = folder, from, maxage, hidden, ...others } = this.options
      const app = webapp()
      app.disable('x-powered-by')
      app.set('env', 'production')
      const setHeaders = (res, path, stat) => {
        this.emit('file', path, stat)
        this.emit('headers', res, path, stat)
      }
      const options = { ...others, fallthrough: false, setHeaders }
      if (maxage !== undefined) options.maxAge = maxage
      if (hidden !== undefined && options.dotfiles === undefined) {
        options.dotfiles = hidden ? 'allow' : 'ignore'
      }
      app.use(webapp.static(from ?? root, options))
      app.use((error, _req, _res, next) => {
        if (this.listenerCount('error') > 0) this.emit('error', error)
        else next(error)
      })
      return app
    }
  }

  // The members of send 0.x that set an option.
  for (const name of ['etag', 'from', 'hidden', 'index', 'maxage', 'root']) {
    SendStream.prototype[name] = function setOption(value) {
      this.options[name] = value
      return this
    }
  }

  const send = (req, path, options) => new SendStream(req, path, options)
  return Object.assign(send, { mime: webapp.static.mime })
}
