const { Connection, formatRequest } = require('./client.cjs')

/** What a check is given: an application of one dialect, a server for it, and clients. */
class Trial {
  #servers = []
  #connections = []
  #started

  constructor(dialect, packageName) {
    this.dialect = dialect
    this.webapp = require(packageName)
    this.app = this.webapp()
    this.app.set('env', 'test')
  }

  /** Starts the application once; resolves to its server. */
  start() {
    this.#started ??= this.listen(this.app)
    return this.#started
  }

  /** Waits until something listens: an application, a server that is to listen. */
  listen(listener) {
    return new Promise((resolve, reject) => {
      const server = this.keep(listener.listen(0, '127.0.0.1', () => resolve(server)))
      server.once('error', reject)
    })
  }

  /** A server that is closed after the check. */
  keep(server) {
    this.#servers.push(server)
    return server
  }

  async connect(server) {
    const { port } = (server ?? (await this.start())).address()
    return this.keepConnection(await Connection.open({ port, host: '127.0.0.1' }))
  }

  keepConnection(connection) {
    this.#connections.push(connection)
    return connection
  }

  async request(path, options = {}) {
    const connection = await this.connect(options.server)
    connection.write(formatRequest(path, options))
    const answer = await connection.answer(options.method)
    connection.destroy()
    return answer
  }

  async url(path) {
    const { port } = (await this.start()).address()
    return `http://127.0.0.1:${port}${path}`
  }

  close() {
    for (const connection of this.#connections) connection.destroy()
    for (const server of this.#servers) {
      server.close(() => {})
      server.closeAllConnections?.()
    }
  }
}

module.exports = { Trial }
