import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const MOST_CONNECTIONS = 64

/**
 * Sends requests at a fixed rate, whether the server keeps up or not. Returns the milliseconds from the
 * moment at which each request was due to the end of its response. Every path is requested equally often.
 */
export async function openLoop(
  origin: string,
  paths: readonly string[],
  rate: number,
  seconds: number,
): Promise<number[]> {
  const rounds = Math.max(1, Math.round((rate * seconds) / paths.length))
  const count = rounds * paths.length
  // A server closes connections that no turn uses.
  const agent = new Agent({ keepAlive: true, maxSockets: MOST_CONNECTIONS })
  const started = performance.now()
  const latencies: Promise<number>[] = []
  for (let sent = 0; sent < count; sent++) {
    const due = started + (sent * 1000) / rate
    const wait = due - performance.now()
    if (wait > 0) await sleep(wait)
    const path = encodeURI(paths[sent % paths.length] ?? '/').replaceAll('%25', '%')
    const latency = responseTo(origin + path, agent).then(() => performance.now() - due)
    // A failure rejects the whole loop, after the last request was sent.
    latency.catch(() => undefined)
    latencies.push(latency)
  }
  try {
    return await Promise.all(latencies)
  } finally {
    agent.destroy()
  }
}

function responseTo(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent }, (response) => {
      response.on('end', resolve).on('error', reject).resume()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server has closed the connection, while the request was on its way.
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET'
      if (isStale) responseTo(url, agent).then(resolve, reject)
      else reject(error)
    })
    sent.end()
  })
}
