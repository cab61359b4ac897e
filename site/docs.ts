import { parseArgs } from 'node:util'
import webapp from 'webapp'
import { buildSite } from './build.ts'
import { places } from './places.ts'
import { createSite } from './serve.ts'

const help = `npm run docs                    builds the documentation and serves it
npm run docs -- --build         only builds it, into site/dist/built
npm run docs -- --serve         serves what was built before

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
  const port = readPort()
  if (!serve) await buildSite(console.log)
  if (!build) await listen(port, process.env.HOST ?? '127.0.0.1')
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

function listen(port: number, host: string): Promise<void> {
  const app = createSite(places.built)
  return new Promise((resolve, reject) => {
    const server = app.listen(port, host, (error?: Error) => {
      if (error !== undefined) return reject(explain(error, port, host))
      const address = server.address()
      const actual = typeof address === 'object' && address !== null ? address.port : port
      const name = host.includes(':') ? `[${host}]` : host
      console.log(`The documentation is at http://${name}:${actual}/ (Ctrl+C ends it).`)
      webapp.shutdown(app, { log: () => {} })
      resolve()
    })
  })
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE') {
    return new Error(`Port ${port} is in use. Choose another one: PORT=8001 npm run docs`)
  }
  if (error.code === 'EACCES') {
    return new Error(`Port ${port} needs more rights. Choose another one: PORT=8000 npm run docs`)
  }
  return new Error(`Cannot listen on ${host} port ${port}: ${error.message}`)
}
