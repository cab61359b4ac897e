import { once } from 'node:events'
import { Client } from './client.js'
import { observeAnswer, observeNote } from './observe.js'

/** A case that waits for ever fails by itself, and the others go on. */
const patience = 20_000

/**
 * @param {import('./package-case.ts').PackageCase} packageCase
 * @param {{ express: any, dialect: any, product: string }} side
 */
export async function runCase(packageCase, { express, dialect, product }) {
  const { name, dialects, leftOut = {}, differs = {}, hide = [] } = packageCase
  const about = { name, dialects, leftOut, differs }
  if (!dialects.includes(dialect)) return { ...about, failure: undefined, observations: [] }

  /** @type {unknown[]} */
  const notes = []
  const stage = { dialect, notes, note: (/** @type {unknown} */ value) => notes.push(value) }
  const client = new Client('http://127.0.0.1')
  const failure = await withinPatience(perform(packageCase, express, stage, client))
  const terms = { origin: client.origin, product, hide }
  const observations = [
    ...client.answers.map((answer) => observeAnswer(answer, terms)),
    ...notes.map((note) => observeNote(note, terms)),
  ]
  return { ...about, failure, observations }
}

/**
 * @param {import('./package-case.ts').PackageCase} packageCase
 * @param {any} express
 * @param {any} stage
 * @param {Client} client
 */
async function perform(packageCase, express, stage, client) {
  const created = await packageCase.create(express, stage)
  const server = created.listen(0, '127.0.0.1')
  if (!server.listening) await once(server, 'listening')
  client.origin = `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`
  try {
    await packageCase.visit(client, { ...stage, server, created })
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** @param {Promise<void>} work @returns {Promise<string | undefined>} */
function withinPatience(work) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patience, `not done after ${patience} ms`)
    work
      .then(() => resolve(undefined))
      .catch((error) => resolve(String(error?.stack ?? error)))
      .finally(() => clearTimeout(timer))
  })
}
