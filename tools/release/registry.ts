import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { attempt, type CommandOptions, run } from './command.ts'
import { Refusal } from './refusal.ts'

/** The registry that npm uses in a folder. */
export function configuredRegistry(options: CommandOptions): string {
  return run('npm', ['config', 'get', 'registry'], options).trim()
}

/** The integrity of a version on a registry; `undefined` if the registry does not have it. */
export function publishedIntegrity(
  spec: string,
  registry: string,
  options: CommandOptions,
): string | undefined {
  const args = ['view', spec, 'dist.integrity', '--json', '--prefer-online', '--registry', registry]
  const { status, stdout, stderr } = attempt('npm', args, options)
  if (/E404/.test(stdout + stderr)) return undefined
  if (status !== 0)
    throw new Refusal(`${registry} could not be asked for ${spec}:\n${stderr.trim()}`)
  const text = stdout.trim()
  return text === '' ? undefined : String(JSON.parse(text))
}

/** What a registry calls the integrity of a tarball. */
export function integrityOf(tarball: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
}

export function isLoggedIn(registry: string, options: CommandOptions): boolean {
  return attempt('npm', ['whoami', '--registry', registry], options).status === 0
}

export interface Publication {
  readonly registry: string
  readonly tag: string
  readonly provenance: boolean
}

export function publish(
  tarball: string,
  { registry, tag, provenance }: Publication,
  options: CommandOptions,
): void {
  const flags = ['--access', 'public', '--tag', tag, '--registry', registry, '--ignore-scripts']
  run('npm', ['publish', tarball, ...flags, ...(provenance ? ['--provenance'] : [])], options)
}
