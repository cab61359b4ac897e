import { parseArgs } from 'node:util'
import { buildSite } from './build.ts'
import { type Address, developSite } from './develop.ts'
import { places } from './places.ts'

const help = `npm run docs                    shows the documentation, and shows a change of a page at once
npm run docs -- --build         builds it, into site/dist/built
npm run docs -- --serve         serves what was built before, as a deployment does; needs npm run build

PORT (8000) and HOST (127.0.0.1) select the address; PORT=0 selects a free port.`

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { build, serve, help: wantsHelp } = readOptions()
  if (wantsHelp) return console.log(help)
  const address = { port: readPort(), host: process.env.HOST ?? '127.0.0.1' }
  if (build) return buildSite(console.log)
  const show = serve ? serveBuilt : develop
  await show(address).catch((error: NodeJS.ErrnoException) => {
    throw explain(error, address)
  })
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        build: { type: 'boolean', default: false },
        serve: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.build && values.serve) throw new Error('--build and --serve exclude each other')
    return values
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${help}`)
  }
}

function readPort(): number {
  const text = process.env.PORT ?? '8000'
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new Error(`PORT is '${text}': it must be a number from 0 to 65535`)
}

async function develop(address: Address): Promise<void> {
  const site = await developSite(address, places.repository)
  announce(site)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void site.close().then(() => process.exit(0)))
  }
}

async function serveBuilt({ port, host }: Address): Promise<void> {
  // Only here: nothing else needs the built framework.
  const { createSite } = await import('./serve.ts')
  const { default: webapp } = await import('webapp')
  const app = createSite(places.built)
  await new Promise<void>((resolve, reject) => {
    const server = app.listen(port, host, (error?: Error) => {
      if (error !== undefined) return reject(error)
      const address = server.address()
      announce({
        host,
        port: typeof address === 'object' && address !== null ? address.port : port,
      })
      webapp.shutdown(app, { log: () => {} })
      resolve()
    })
  })
}

function announce({ host, port }: Address): void {
  const name = host.includes(':') ? `[${host}]` : host
  console.log(`The documentation is at http://${name}:${port}/ (Ctrl+C ends it).`)
}

function explain(error: NodeJS.ErrnoException, { port, host }: Address): Error {
  // VitePress has an error of its own for a port that is in use.
  if (error.code === 'EADDRINUSE' || /^Port \d+ is already in use/.test(error.message)) {
    return new Error(`Port ${port} is in use. Choose another one: PORT=8001 npm run docs`)
  }
  if (error.code === 'EACCES') {
    return new Error(`Port ${port} needs more rights. Choose another one: PORT=8000 npm run docs`)
  }
  if (error.syscall !== 'listen') return error
  return new Error(`Cannot listen on ${host} port ${port}: ${error.message}`)
}
