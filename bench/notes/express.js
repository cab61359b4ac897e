import express from 'express5'

// The application of examples/notes on Express 5: `webapp` is this module (on-express.js). The two
// members below are not in Express, and a measurement needs no more of them than this.

Object.assign(express.application, { close: async () => {} })

/** @param {unknown} _app @param {{ after(): Promise<void> }} options */
export function shutdown(_app, { after }) {
  process.once('SIGTERM', async () => {
    await after()
    process.exit(0)
  })
}

export const { Router, json, urlencoded, text, raw } = express
export default express
