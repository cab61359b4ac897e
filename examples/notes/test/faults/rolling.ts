import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Program } from '../../../../tools/program.ts'
import type { Load } from './load.ts'
import type { Service } from './service.ts'

const script = fileURLToPath(new URL('../../deploy/rolling-restart.sh', import.meta.url))

/**
 * Runs deploy/rolling-restart.sh for all processes of the service. Where the script asks systemd or
 * waits for a while, the test does the work, and waits for the event.
 */
export async function replaceAll(service: Service, load: Load, folder: string): Promise<string> {
  const exits: unknown[] = []
  const steps: Record<string, (port: number) => Promise<void>> = {
    reload: () => reload(service.nginx),
    // After this, all requests that nginx sent to the process before have their responses.
    drain: () => load.nextResponses(),
    async restart(port) {
      const process = service.processes.get(port)
      exits.push(await process?.stop())
      await process?.start()
    },
  }
  const server = createServer(async (req, res) => {
    const [, step = '', port] = (req.url ?? '').split('/')
    try {
      await steps[step]?.(Number(port))
      res.end()
    } catch (error) {
      res.writeHead(500).end(String(error))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const command = (step: string) => {
    const file = join(folder, `${step}.sh`)
    writeFileSync(file, `curl -fsS "http://127.0.0.1:${port}/${step}/\${1-}"\n`)
    return `sh ${file}`
  }
  try {
    const env = {
      ...process.env,
      UPSTREAM: service.upstreamFile,
      RELOAD: command('reload'),
      DRAIN: command('drain'),
      RESTART: command('restart'),
    }
    const ports = [...service.processes.keys()].map(String)
    const { stdout } = await promisify(execFile)('sh', [script, ...ports], { env })
    if (exits.some((code) => code !== 0)) throw new Error(`exit codes: ${exits.join(', ')}`)
    return stdout
  } finally {
    server.close()
  }
}

/** Lets nginx read its configuration; resolves when only workers with the new one take connections. */
async function reload(nginx: Program): Promise<void> {
  const old = new Set(activeWorkers(nginx.pid))
  nginx.signal('SIGHUP')
  for (let turn = 0; turn < 3000; turn++) {
    const workers = activeWorkers(nginx.pid)
    if (workers.length === old.size && workers.every((pid) => !old.has(pid))) return
    await wait(10)
  }
  throw new Error(`nginx still has the workers ${[...old].join(', ')}\n${nginx.output}`)
}

/** The workers that accept connections. One with an old configuration says that it shuts down. */
function activeWorkers(master: number): number[] {
  const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number).filter(isActiveWorker)
}

function isActiveWorker(pid: number): boolean {
  try {
    return /^nginx: worker process\0*$/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').trim())
  } catch {
    return false // It has just ended.
  }
}
