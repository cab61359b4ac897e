import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '../../tools/sleep.ts'
import type { Arg, Express } from '../harness/express.ts'
import type { Probe } from '../harness/probe.ts'
import { get, keepAlive, raw } from '../harness/request.ts'
import { family, probes } from '../harness/scenario.ts'
import { type Address, converse } from '../harness/wire.ts'

async function tryListen(express: Express, probe: Probe, args: Arg[]): Promise<void> {
  const app = express()
  app.get('/', (_req, res) => res.send('listening'))
  const calls: unknown[][] = []
  const callback = function (this: unknown, ...given: unknown[]) {
    calls.push([this === server, ...given])
  }
  const server = app.listen(...args.map((arg) => (arg === 'CALLBACK' ? callback : arg)))
  probe.seen('server', server.constructor.name, server.listenerCount('error'))
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  const host = typeof address === 'string' ? 'a path' : address?.address
  probe.seen('listens on', host, server.listenerCount('error'))
  const answer = await ask(typeof address === 'string' ? { path: address } : address)
  probe.seen('answer', answer)
  probe.seen('calls', calls)
  await close(server)
}

async function ask(address: AddressInfo | { path: string } | null): Promise<unknown> {
  if (!address) return 'no address'
  const target: Address =
    'path' in address
      ? address
      : { port: address.port, host: address.family === 'IPv6' ? '::1' : '127.0.0.1' }
  const { answers } = await converse(target, keepAlive([get('/')]))
  return answers[0]?.responses[0]?.body.toString()
}

function close(server: Server): Promise<unknown> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}

/** A path that no other test has: those in other threads have the same process id. */
function socketPath(): string {
  return join(tmpdir(), `${randomUUID()}.sock`)
}

export default family(
  'app.listen',
  probes('takes', {
    'port 0': (express, probe) => tryListen(express, probe, [0]),
    'port 0 and a callback': (express, probe) => tryListen(express, probe, [0, 'CALLBACK']),
    'a host': (express, probe) => tryListen(express, probe, [0, '127.0.0.1']),
    'a host and a callback': (express, probe) =>
      tryListen(express, probe, [0, '127.0.0.1', 'CALLBACK']),
    'a host, a backlog and a callback': (express, probe) =>
      tryListen(express, probe, [0, '127.0.0.1', 5, 'CALLBACK']),
    'a port as a string': (express, probe) => tryListen(express, probe, ['0', 'CALLBACK']),
    nothing: (express, probe) => tryListen(express, probe, []),
    'only a callback': (express, probe) => tryListen(express, probe, ['CALLBACK']),
    options: (express, probe) =>
      tryListen(express, probe, [{ port: 0, host: '127.0.0.1' }, 'CALLBACK']),
    'null and a callback': (express, probe) => tryListen(express, probe, [null, 'CALLBACK']),
    'a UNIX socket': (express, probe) => tryListen(express, probe, [socketPath(), 'CALLBACK']),
    'a UNIX socket in options': (express, probe) =>
      tryListen(express, probe, [{ path: socketPath() }, 'CALLBACK']),
  }),
  probes('refuses', {
    'a port out of range': (express, probe) => {
      probe.attempt('listen', () => express().listen(70_000))
      probe.attempt('listen', () => express().listen(-1, () => {}))
      probe.attempt('listen', () => express().listen(1.5))
      probe.attempt('listen', () => express().listen({}))
      probe.attempt('listen', () => express().listen(true))
    },
  }),
  probes(
    'gives errors',
    {
      'to the callback': async (express, probe) => {
        const taken = createServer().listen(0, '127.0.0.1')
        await once(taken, 'listening')
        const { port } = taken.address() as AddressInfo
        const calls: unknown[] = []
        let resolve = () => {}
        const called = new Promise<void>((done) => {
          resolve = done
        })
        const server = express().listen(port, '127.0.0.1', (err: NodeJS.ErrnoException) => {
          calls.push(err instanceof Error, err?.code, err?.syscall)
          resolve()
        })
        await called
        await sleep(20) // A second call would come here.
        probe.seen('calls', calls)
        probe.seen('listening', server.listening, server.listenerCount('error'))
        await close(taken)
      },
    },
    // In 4.x nobody hears such an error, and the process ends.
    { dialects: ['5.x'] },
  ),
  probes('gives errors', {
    'to listeners without a callback': async (express, probe) => {
      const taken = createServer().listen(0, '127.0.0.1')
      await once(taken, 'listening')
      const { port } = taken.address() as AddressInfo
      const server = express().listen(port, '127.0.0.1')
      const [err] = (await once(server, 'error')) as [NodeJS.ErrnoException]
      probe.seen('error', err.code)
      await close(taken)
    },
    'once only, when later errors come': async (express, probe) => {
      const calls: unknown[] = []
      const server = express().listen(0, '127.0.0.1', (err: unknown) => calls.push(err))
      await once(server, 'listening')
      probe.seen('listeners', server.listenerCount('error'), server.listenerCount('listening'))
      probe.attempt('emit', () => server.emit('error', new Error('later')))
      probe.seen('calls', calls)
      await close(server)
    },
  }),
  probes('gives a server', {
    'of Node with its usual settings': async (express, probe) => {
      const server = express().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const plain = createServer()
      probe.seen('class', server instanceof Server)
      for (const name of [
        'timeout',
        'keepAliveTimeout',
        'headersTimeout',
        'requestTimeout',
        'maxHeadersCount',
        'maxRequestsPerSocket',
      ] as const) {
        probe.seen(name, server[name] === plain[name])
      }
      probe.seen('request listeners', server.listenerCount('request'))
      probe.seen(
        'upgrade listeners',
        server.listenerCount('upgrade'),
        server.listenerCount('clientError'),
      )
      probe.seen('events', server.eventNames())
      await close(server)
    },
    'of each application': async (express, probe) => {
      const apps = ['first', 'second'].map((name) => {
        const app = express()
        return app.use((req, res) => res.send(`${name} ${req.app === app}`))
      })
      for (const app of apps) {
        const server = app.listen(0, '127.0.0.1')
        await once(server, 'listening')
        probe.seen('answer', await ask(server.address() as AddressInfo))
        await close(server)
      }
    },
    'that leaves upgrades to its listeners': async (express, probe) => {
      const server = express().listen(0, '127.0.0.1')
      server.on('upgrade', (req, socket) => {
        probe.seen('upgrade', req.url, req.headers.upgrade)
        socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')
      })
      await once(server, 'listening')
      const upgrade = raw(
        'GET /x HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      )
      const { port } = server.address() as AddressInfo
      const { answers, ending } = await converse({ port, host: '127.0.0.1' }, keepAlive([upgrade]))
      probe.seen('answer', answers[0]?.responses[0]?.statusLine, ending)
      await close(server)
    },
  }),
)
