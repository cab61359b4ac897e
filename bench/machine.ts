import { cpus, loadavg, totalmem } from 'node:os'
import type { Machine } from './results.ts'

/** What the figures depend on, and nothing that names the machine. */
export function describeMachine(): Machine {
  return {
    cores: cpus().length,
    arch: process.arch,
    platform: process.platform,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: loadavg()[0] ?? 0,
  }
}
