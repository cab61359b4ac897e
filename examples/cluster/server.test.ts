import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { freePorts } from '../../tools/free-ports.ts'
import { answers, end, start } from './processes.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const yaml = read('./kubernetes.yaml')

/** The value of a variable or a field of kubernetes.yaml. */
function told(name: string): string {
  const found = new RegExp(`(?:name: ${name}, value: |${name}: )'?([^'\\s},]+)`).exec(yaml)
  if (found?.[1] === undefined) throw new Error(`kubernetes.yaml does not say ${name}`)
  return found[1]
}

describe('server.js', { timeout: 60_000 }, () => {
  it('is not ready but answers for a while, then ends, as kubernetes.yaml has it', async () => {
    const [port = 0] = await freePorts(1)
    const env = { HOST: told('HOST'), PROXY: told('PROXY'), LINGER: '3000' }
    const server = start('./server.js', { ...env, PORT: String(port) })
    await answers(port)
    const ended = end(server)
    const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    await expect.poll(() => statusOf(told('path'))).toBe(503)
    expect(await statusOf('/')).toBe(200)
    expect(await ended).toBe(0)
    await expect(statusOf('/')).rejects.toThrow('fetch failed')
  })

  it('has the time that it asks for', () => {
    const timeout = Number(/timeout: ([\d_]+)/.exec(read('./server.js'))?.[1]?.replace('_', ''))
    const seconds = Number(told('terminationGracePeriodSeconds'))
    expect(seconds * 1000).toBeGreaterThan(Number(told('LINGER')) + timeout)
  })
})

describe('The page about production', () => {
  it.each(['server.js', 'nginx.conf', 'kubernetes.yaml'])('shows %s', (name) => {
    expect(read('../../docs/guide/production.md')).toContain(`\n${read(`./${name}`)}\`\`\``)
  })
})
