import { readFileSync } from 'node:fs'

/** Clock ticks of Linux, in which /proc counts; 100 per second on all of its machines. */
const TICK_MS = 10

/** The processor time that processes have used, with all their children, in milliseconds. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ownTime(pid) + processorTime(childrenOf(pid)), 0)
}

/** Resident memory of a process in MB. */
export function residentMemory(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

function ownTime(pid: number): number {
  // The name of the program is in parentheses, and may contain spaces.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS
}

function childrenOf(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
}

/** Empty for a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
