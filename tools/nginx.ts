import { mkdirSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { findProgram, Program } from './program.ts'

export const nginxFile = findProgram('nginx')

/** nginx with this configuration, on a port of 127.0.0.1; everything that it writes is in the folder. */
export function createNginx(config: string, folder: string, port: number): Program {
  writeNginxConfig(config, folder)
  return new Program({
    name: 'nginx',
    command: nginxFile ?? 'nginx',
    args: nginxArguments(folder, 'daemon off;'),
    isReady: () => accepts(port),
  })
}

/** Writes the configuration with temporary files in the folder; nginx reads it again at SIGHUP. */
export function writeNginxConfig(config: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  writeFileSync(
    join(folder, 'nginx.conf'),
    config.replace('http {', `http { access_log off; ${places}`),
  )
}

/** The arguments for nginx with the configuration in this folder. */
export function nginxArguments(folder: string, directives = ''): string[] {
  const global = `pid ${folder}/nginx.pid; ${directives}`
  return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf'), '-g', global]
}

/** Whether a server accepts connections on a port of 127.0.0.1. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    const end = (result: boolean) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}
