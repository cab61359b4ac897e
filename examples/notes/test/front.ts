import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createNginx, writeNginxConfig } from '../../../tools/nginx.ts'
import type { Program } from '../../../tools/program.ts'

export interface FrontOptions {
  /** A folder for the configuration and everything that nginx writes. */
  readonly folder: string
  readonly ports: { readonly http: number; readonly https: number }
  /** The ports of the processes of the application. */
  readonly upstream: readonly number[]
}

const certificates = new URL('../../http2/localhost-for-tests-only/', import.meta.url)
const deployed = new URL('../deploy/nginx/', import.meta.url)

/** nginx with the configuration of deploy/nginx, on free ports. */
export function createFront(options: FrontOptions): Program {
  writeFront(options)
  return createNginx(frontConfig(options), options.folder, options.ports.https)
}

/** Writes the configuration, the list of processes and a certificate for tests. */
export function writeFront(options: FrontOptions): void {
  const { folder, upstream } = options
  mkdirSync(join(folder, 'certificates'), { recursive: true })
  copyFileSync(new URL('certificate.pem', certificates), join(folder, 'certificates/notes.crt'))
  copyFileSync(new URL('key.pem', certificates), join(folder, 'certificates/notes.key'))
  // A distribution brings this file along.
  writeFileSync(join(folder, 'mime.types'), 'types { text/html html; }\n')
  const lines = upstream.map((port) => `server 127.0.0.1:${port} max_fails=0;\n`)
  writeFileSync(upstreamFile(folder), lines.join(''))
  writeNginxConfig(frontConfig(options), folder)
}

/** The list of processes, which deploy/rolling-restart.sh rewrites. */
export function upstreamFile(folder: string): string {
  return join(folder, 'upstream.conf')
}

function frontConfig({ folder, ports }: FrontOptions): string {
  return replaceAll(readFileSync(new URL('nginx.conf', deployed), 'utf8'), {
    'worker_processes auto;': 'worker_processes 2;',
    'access_log /dev/stdout json;': '',
    '/var/cache/nginx': `${folder}/cache`,
    'listen 80 default_server;': `listen 127.0.0.1:${ports.http} default_server;`,
    'listen 443 ssl http2 default_server;': `listen 127.0.0.1:${ports.https} ssl http2 default_server;`,
  })
}

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((result, [from, to]) => {
    if (!result.includes(from)) throw new Error(`deploy/nginx/nginx.conf no longer has ${from}`)
    return result.replace(from, to)
  }, text)
}
