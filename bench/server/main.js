/**
 * The process of one candidate: `node main.js <module> <candidate> <plan as JSON> <protocol>`. It builds the
 * application, says the port over IPC, and reports its use of processor and memory when asked.
 */
const [modulePath = '', name = '', plan = '[]', protocol = 'http'] = process.argv.slice(2)

/** @param {import('./messages.ts').FromServer} message */
function tell(message) {
  process.send?.(message)
}

/** @param {import('../plan.ts').Plan} steps */
async function start(steps) {
  const candidate = await findCandidate()
  const site = await candidate.create(/** @type {import('../scenario.ts').Protocol} */ (protocol))
  for (const step of steps) {
    // The table is indexed by the step's own name, so the function takes this very step.
    const carryOut = /** @type {((step: unknown) => unknown) | undefined} */ (site.steps[step.do])
    if (!carryOut) return tell({ type: 'unable', reason: `has no "${step.do}"` })
    await carryOut(step)
  }
  const server = await site.listen()
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not bound to a port')
  tell({ type: 'listening', port: address.port })
}

/** @returns {Promise<import('../candidate.ts').Candidate>} */
async function findCandidate() {
  const { candidates } = await import(modulePath)
  return candidates.find(
    (/** @type {import('../candidate.ts').Candidate} */ candidate) => candidate.name === name,
  )
}

process.on('message', (/** @type {import('./messages.ts').ToServer} */ message) => {
  if (message.type === 'stop') process.exit()
  // Only there, and only wanted, where memory is looked at after many requests.
  globalThis.gc?.()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  tell({ type: 'usage', cpu: user + system, rss, heapUsed })
})

process.on('disconnect', () => process.exit())

start(JSON.parse(plan)).catch((error) => {
  tell({ type: 'unable', reason: `does not start: ${error?.message ?? error}` })
})
