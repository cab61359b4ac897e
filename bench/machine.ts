import { cpus, loadavg, release, totalmem } from 'node:os'
import type { Machine } from './results.ts'

/** What the figures depend on, and nothing that names the machine. */
export function describeMachine(node = process.version): Machine {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    arch: process.arch,
    platform: process.platform,
    kernel: release(),
    memoryGB: Math.round(totalmem() / 2 ** 30),
    node,
    load: loadavg()[0] ?? 0,
  }
}
