import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { nginxArguments, nginxFile } from '../../../../tools/nginx.ts'
import { findProgram } from '../../../../tools/program.ts'
import { writeFront } from '../front.ts'
import { deployFolder, readDeploy } from './files.ts'

const folder = mkdtempSync(join(tmpdir(), 'webapp-notes-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a program; everything that it printed, if it failed. */
function complaints(command: string, args: readonly string[], env = {}): string {
  const run = spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, ...env } })
  return run.status === 0 ? '' : `${run.error ?? ''}${run.stdout}${run.stderr}` || 'failed silently'
}

describe.skipIf(!nginxFile)('deploy/nginx (needs nginx)', () => {
  const test = () => complaints(nginxFile ?? '', ['-t', ...nginxArguments(folder)])
  writeFront({ folder, ports: { http: 8080, https: 8443 }, upstream: [3001, 3002] })

  it('passes nginx -t', () => {
    expect(test()).toBe('')
  })

  it('passes it with the processes of upstream.conf and of upstream.compose.conf', () => {
    for (const name of ['upstream.conf', 'upstream.compose.conf']) {
      // The names of containers exist only in their network.
      const text = readDeploy(`nginx/${name}`).replace(/\bapp\d:/g, '127.0.0.1:')
      writeFileSync(join(folder, 'upstream.conf'), text)
      expect(test(), name).toBe('')
    }
  })

  it('would not pass with a wrong directive', () => {
    const file = join(folder, 'nginx.conf')
    const right = readFileSync(file, 'utf8')
    writeFileSync(file, right.replace('proxy_buffering off', 'proxy_bufering off'))
    expect(test()).toContain('unknown directive "proxy_bufering"')
    writeFileSync(file, right)
  })
})

const caddy = findProgram('caddy')

describe.skipIf(!caddy)('deploy/caddy (needs caddy)', () => {
  const file = `${deployFolder}caddy/Caddyfile`

  it('passes caddy validate', () => {
    const args = ['validate', '--adapter', 'caddyfile', '--config', file]
    const env = { NOTES_HOST: 'localhost', HOME: folder, XDG_DATA_HOME: folder }
    expect(complaints(caddy ?? '', args, env)).toBe('')
  })

  it('is formatted', () => {
    const { stdout } = spawnSync(caddy ?? '', ['fmt', file], { encoding: 'utf8' })
    expect(stdout).toBe(readFileSync(file, 'utf8'))
  })
})

describe('deploy/caddy', () => {
  it('sends requests to the same processes as nginx and systemd', () => {
    const ports = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((m) => m[1])
    const expected = ports(readDeploy('nginx/upstream.conf'), /127\.0\.0\.1:(\d+)/g)
    expect(expected).toHaveLength(4)
    expect(ports(readDeploy('caddy/Caddyfile'), /127\.0\.0\.1:(\d+)/g)).toEqual(expected)
    expect(ports(readDeploy('systemd/notes.target'), /notes@(\d+)\.service/g)).toEqual(expected)
  })
})

const analyzer = findProgram('systemd-analyze')

describe.skipIf(!analyzer)('deploy/systemd (needs systemd-analyze)', () => {
  const verify = (service: string) => {
    const units = mkdtempSync(join(folder, 'units-'))
    // Node may be elsewhere on this machine; the analyzer wants that the program exists.
    const here = service.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`)
    writeFileSync(join(units, 'notes@.service'), here)
    writeFileSync(join(units, 'notes.target'), readDeploy('systemd/notes.target'))
    const run = spawnSync(
      analyzer ?? '',
      [
        'verify',
        '--recursive-errors=no',
        join(units, 'notes@3001.service'),
        join(units, 'notes.target'),
      ],
      { encoding: 'utf8' },
    )
    // It warns about an unknown or misplaced key, and ends with 0 nevertheless.
    return { ...run, about: run.stderr.split('\n').filter((line) => line.includes('notes')) }
  }

  it('passes systemd-analyze verify', () => {
    const { status, about, stderr } = verify(readDeploy('systemd/notes@.service'))
    expect(about).toEqual([])
    expect(status, stderr).toBe(0)
  })

  it('would not pass with an unknown key', () => {
    const service = readDeploy('systemd/notes@.service').replace('RestartSec=', 'RestartSecs=')
    expect(verify(service).about.join()).toContain('RestartSecs')
  })
})

describe('deploy/rolling-restart.sh', () => {
  const script = `${deployFolder}rolling-restart.sh`
  const run = (args: string[], env = {}) =>
    spawnSync('sh', [script, ...args], { encoding: 'utf8', env: { ...process.env, ...env } })

  it('says how it is used', () => {
    expect(run([])).toMatchObject({ status: 2, stderr: expect.stringContaining('usage:') })
  })

  it('puts a process back that an earlier run has left out', async () => {
    const server = createServer((_req, res) => res.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const UPSTREAM = join(folder, 'left-out.conf')
    writeFileSync(UPSTREAM, `server 127.0.0.1:${port} max_fails=0 down;\n`)
    const env = { ...process.env, UPSTREAM, RELOAD: 'true', DRAIN: 'true', RESTART: 'true' }
    const [status] = await once(spawn('sh', [script, String(port)], { env }), 'exit')
    server.close()
    expect(status).toBe(0)
    expect(readFileSync(UPSTREAM, 'utf8')).toBe(`server 127.0.0.1:${port} max_fails=0;\n`)
  })

  it('stops at a port that nginx does not know, and changes nothing', () => {
    const UPSTREAM = join(folder, 'some-upstream.conf')
    const text = 'server 127.0.0.1:3001 max_fails=0;\n'
    writeFileSync(UPSTREAM, text)
    const { status, stderr } = run(['3009'], { UPSTREAM, RELOAD: 'false', RESTART: 'false' })
    expect(status).toBe(1)
    expect(stderr).toContain('has no process on port 3009')
    expect(readFileSync(UPSTREAM, 'utf8')).toBe(text)
  })
})
