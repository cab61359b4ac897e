import { fork } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// npx tsx tools/soak-upload.ts --gigabytes 4: streams one upload through `parts()` of the built package,
// and fails if the memory of the server grows with it.
const MIB = 1024 * 1024
const BOUNDARY = 'X-boundary'

/** How much the server may take more at the end than after the first tenth, in MiB. */
const MOST_GROWTH = 64

if (process.send === undefined) await upload()
else await serve()

/** The server, in a process of its own: it tells its port, and its memory when it is asked. */
async function serve(): Promise<void> {
  const load = createRequire(import.meta.url)
  const app = load('webapp')()
  const { parts } = load('webapp/multipart') as typeof import('webapp/multipart')
  app.post('/', async (req: IncomingMessage, res: { end(text: string): void }) => {
    let size = 0
    for await (const part of parts(req)) {
      for await (const chunk of part) size += (chunk as Buffer).length
    }
    res.end(String(size))
  })
  const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
  process.on('message', () => process.send?.(Math.round(process.memoryUsage().rss / MIB)))
  process.on('disconnect', () => process.exit())
}

async function upload(): Promise<void> {
  const { values } = parseArgs({ options: { gigabytes: { type: 'string', default: '4' } } })
  const blocks = Math.round(Number(values.gigabytes) * 1024)
  const child = fork(fileURLToPath(import.meta.url))
  const [port] = (await once(child, 'message')) as [number]
  const began = performance.now()
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  const answered = once(outgoing, 'response')
  const samples: number[] = []
  outgoing.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n`)
  // Line ends are the hardest content for a parser: each may begin a boundary.
  const block = Buffer.alloc(MIB, 'a line of text\r\n')
  for (let at = 0; at < blocks; at++) {
    if (!outgoing.write(block)) await once(outgoing, 'drain')
    if (at % Math.max(1, Math.floor(blocks / 20)) !== 0) continue
    child.send('memory')
    samples.push(((await once(child, 'message')) as [number])[0])
  }
  outgoing.end(`\r\n--${BOUNDARY}--\r\n`)
  const [incoming] = (await answered) as [IncomingMessage]
  let text = ''
  for await (const chunk of incoming) text += chunk
  child.disconnect()
  const seconds = (performance.now() - began) / 1000
  const [, , first = 0] = samples
  const growth = Math.max(...samples.slice(2)) - first
  console.log(`${blocks} MiB in ${seconds.toFixed(0)} s, RSS in MiB: ${samples.join(' ')}`)
  if (text !== String(blocks * MIB)) throw new Error(`The server counted ${text} bytes`)
  if (growth > MOST_GROWTH) throw new Error(`The memory has grown by ${growth} MiB`)
  console.log(`The memory has grown by ${growth} MiB, of ${MOST_GROWTH} at most.`)
}
