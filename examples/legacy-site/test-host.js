// Starts a fresh site on the given framework for each message, and sends back its port. It runs in a
// separate process, because express 3 patches Node's own responses for the whole process.
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
