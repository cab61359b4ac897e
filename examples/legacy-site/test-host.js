// Opens the site on the framework that it was given, anew for each message, and tells its port.
// A process of its own: express 3 patches the responses of Node itself, and whoever shares them
// would borrow its behaviour.
const { createSite } = require('./legacy-site.js')

const express = require(String(process.argv[2]))

/** @type {import('node:http').Server | undefined} */
let server

process.on('message', () => {
  server?.closeAllConnections()
  server?.close()
  const opened = createSite(express).listen(0, () => process.send?.(opened.address()))
  server = opened
})
process.on('disconnect', () => process.exit())
