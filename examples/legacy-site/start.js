const defaultPort = 3000

module.exports = start

/**
 * Listens on PORT and prints the address.
 * @param {import('webapp/v3').Application} app
 */
function start(app) {
  const port = readPort(process.env.PORT)
  if (port === undefined) {
    refuse(`PORT is '${process.env.PORT}', but must be an integer from 0 to 65535.`)
    return
  }
  const server = app.listen(port)
  server.on('error', (error) => refuse(explain(error, port)))
  server.on('listening', () => welcome(server.address()))
}

/** @param {string | undefined} text */
function readPort(text) {
  if (text === undefined || text === '') return defaultPort
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) return undefined
  return Number(text)
}

/** @param {NodeJS.ErrnoException} error @param {number} port */
function explain(error, port) {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use by another program.`
  if (error.code === 'EACCES') return `No permission to listen on port ${port}.`
  return `Cannot listen on port ${port}: ${error.message}.`
}

/** @param {string} reason */
function refuse(reason) {
  console.error(`${reason}\nChoose another port: PORT=8080 npm start, or PORT=0 for any free port.`)
  process.exitCode = 1
}

/** @param {ReturnType<import('node:net').Server['address']>} address */
function welcome(address) {
  const port = typeof address === 'object' ? address?.port : defaultPort
  console.log(`\n  The herbarium is running: http://localhost:${port}`)
  console.log('  Sign in at /admin with the name keeper and the password nettle.')
  console.log('  Ctrl-C stops it.\n')
}
