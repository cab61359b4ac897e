import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expressSite } from '../styles/express.js'

/**
 * Express's interface on the native code of uWebSockets.js, whose binary is in no registry. The
 * benchmark never installs it: `--ultimate-express` names a folder where it is installed.
 *
 * @type {import('../candidate.ts').Candidate[]}
 */
export const candidates = [
  {
    name: 'ultimate-express',
    package: 'ultimate-express',
    create() {
      const folder = process.env.BENCH_ULTIMATE_EXPRESS
      if (!folder) throw new Error('--ultimate-express names no folder where it is installed')
      const express = createRequire(join(folder, 'package.json'))('ultimate-express')
      return expressSite(express, { listen: listenNatively })
    },
  },
]

/**
 * Its server is not one of Node's, so this says as much of it as the benchmark asks for.
 *
 * @param {any} app
 * @returns {Promise<any>}
 */
async function listenNatively(app) {
  await new Promise((resolve) => app.listen(0, '127.0.0.1', () => resolve(undefined)))
  return { listening: true, address: () => app.address() }
}
