import { once } from 'node:events'
import { connect } from 'node:http2'

/** Requests that share a connection at a time, as those of a page do in a browser. */
const STREAMS = 8

/**
 * @param {import('./order.ts').LoadOrder} order
 * @returns {Promise<import('./order.ts').LoadReport>}
 */
export async function loadHttp2({ origin, request, amount, connections, seconds }) {
  const count = Math.max(1, Math.round(connections / STREAMS))
  const sessions = Array.from({ length: count }, () =>
    connect(origin, { rejectUnauthorized: false }),
  )
  await Promise.all(sessions.map((session) => once(session, 'connect')))
  /** @type {Record<string, number>} */
  const statuses = {}
  let errors = 0
  let left = amount
  const begin = performance.now()
  const isDone = () => left <= 0 || performance.now() - begin > seconds * 1000

  /** @param {import('node:http2').ClientHttp2Session} session */
  async function goOn(session) {
    while (!isDone()) {
      left--
      const status = await askOnce(session, request).catch(() => undefined)
      if (status === undefined) errors++
      else statuses[status] = (statuses[status] ?? 0) + 1
    }
  }

  const streams = sessions.flatMap((session) =>
    Array.from({ length: STREAMS }, () => goOn(session)),
  )
  await Promise.all(streams)
  const report = { seconds: (performance.now() - begin) / 1000, errors, statuses }
  for (const session of sessions) session.close()
  return report
}

/**
 * @param {import('node:http2').ClientHttp2Session} session
 * @param {import('../scenario.ts').LoadRequest} request
 * @returns {Promise<number>} the status of the answer
 */
function askOnce(session, { path, method, headers, body }) {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, ':method': method, ...headers })
    let status = 0
    stream.once('response', (answer) => {
      status = answer[':status'] ?? 0
    })
    stream.once('end', () => resolve(status))
    stream.once('error', reject)
    stream.resume()
    stream.end(body)
  })
}
