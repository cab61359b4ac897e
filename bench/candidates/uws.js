import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expressSite } from '../styles/express.js'

/**
 * Express's interface on the native code of uWebSockets.js, whose binary is in no registry. The
 * benchmark never installs it: `--uws` names a folder where they are installed.
 *
 * @type {import('../candidate.ts').Candidate[]}
 */
export const candidates = [nativeSite('ultimate-express'), nativeSite('fulmine.js')]

/**
 * @param {string} name
 * @returns {import('../candidate.ts').Candidate}
 */
function nativeSite(name) {
  return {
    name,
    package: name,
    absence: () =>
      folderOf() === ''
        ? 'its native program is in no registry, and --uws names no folder'
        : undefined,
    create() {
      const folder = folderOf()
      const express = createRequire(join(folder, 'package.json'))(name)
      return expressSite(express, { listen: listenNatively })
    },
  }
}

function folderOf() {
  return process.env.BENCH_UWS ?? ''
}

/**
 * The server is not one of Node's, so this says as much of it as the benchmark asks for.
 *
 * @param {any} app
 * @returns {Promise<any>}
 */
async function listenNatively(app) {
  await new Promise((resolve) => app.listen(0, '127.0.0.1', () => resolve(undefined)))
  return { listening: true, address: () => app.address() }
}
