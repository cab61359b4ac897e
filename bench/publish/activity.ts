import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Clock ticks of Linux, in which /proc counts; 100 per second on all of its machines. */
const TICKS_PER_SECOND = 100

/** The files of /proc, so that tests can say what is in them. */
export interface ProcessFiles {
  /** Empty for a file that is not there any more. */
  read(path: string): string
  pids(): readonly string[]
}

export const processFiles: ProcessFiles = {
  read(path) {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  },
  pids: () => readdirSync('/proc').filter((name) => /^\d+$/.test(name)),
}

/** Counters since the machine was started, in ticks. */
export interface Reading {
  readonly loadAverage: number
  readonly total: number
  readonly busy: number
  readonly stolen: number
  readonly processes: ReadonlyMap<string, { readonly name: string; readonly ticks: number }>
}

/** What the machine did between two readings. */
export interface Activity {
  /** Of the last minute, when it ended. */
  readonly loadAverage: number
  /** The share of all processor time that the hypervisor gave to other machines. */
  readonly stolen: number
  /** How many cores were busy. */
  readonly busyCores: number
  /** The processes that used most of them. */
  readonly busiest: readonly { readonly name: string; readonly cores: number }[]
}

export function takeReading({ read, pids }: ProcessFiles): Reading {
  const [, ...counters] = read('/proc/stat').split('\n', 1)[0]?.split(/\s+/) ?? []
  // user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of user and nice.
  const ticks = counters.slice(0, 8).map(Number)
  const total = ticks.reduce((sum, count) => sum + count, 0)
  const [stolen = 0] = ticks.slice(7)
  const waiting = (ticks[3] ?? 0) + (ticks[4] ?? 0)
  return {
    loadAverage: Number.parseFloat(read('/proc/loadavg')),
    total,
    busy: total - waiting - stolen,
    stolen,
    processes: new Map(pids().map((pid) => [pid, describeProcess(read, pid)])),
  }
}

function describeProcess(read: ProcessFiles['read'], pid: string): { name: string; ticks: number } {
  // The kernel's name is that of a thread: `MainThread` for Node. A kernel thread has no other.
  const [program = ''] = read(`/proc/${pid}/cmdline`).split('\0', 1)
  const stat = read(`/proc/${pid}/stat`)
  const thread = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  const name = basename(program) || thread
  // The name is in parentheses, and may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { name, ticks: Number(fields[11] ?? 0) + Number(fields[12] ?? 0) }
}

export function activityBetween(before: Reading, after: Reading, cores: number): Activity {
  const total = Math.max(1, after.total - before.total)
  const seconds = total / TICKS_PER_SECOND / cores
  const toCores = (ticks: number) => ticks / TICKS_PER_SECOND / seconds
  const busiest = [...after.processes]
    .map(([pid, { name, ticks }]) => ({
      name,
      cores: toCores(ticks - (before.processes.get(pid)?.ticks ?? 0)),
    }))
    .filter((one) => one.cores >= 0.01)
    .sort((a, b) => b.cores - a.cores)
    .slice(0, 3)
  return {
    loadAverage: after.loadAverage,
    stolen: (after.stolen - before.stolen) / total,
    busyCores: toCores(after.busy - before.busy),
    busiest,
  }
}

/** More stolen time than this share is not a quiet machine. */
export const MOST_STOLEN = 0.01

/** Nor is one with a higher load average for each core, or with other processes on so many cores. */
const MOST_LOAD = 0.25
const MOST_BUSY = 0.1

/** What makes a machine too busy to measure on, with the figures; nothing if it is quiet. */
export function complaintsAbout(activity: Activity, cores: number): string[] {
  const { loadAverage, stolen, busyCores, busiest } = activity
  const most = MOST_LOAD * cores
  const complaints: string[] = []
  if (!(loadAverage <= most)) {
    complaints.push(`the load average is ${loadAverage.toFixed(2)}, above ${most.toFixed(2)}`)
  }
  if (!(stolen <= MOST_STOLEN)) {
    const limit = MOST_STOLEN * 100
    complaints.push(
      `${(stolen * 100).toFixed(1)} % of the processor time is stolen, above ${limit} %`,
    )
  }
  if (!(busyCores <= MOST_BUSY)) {
    const names = busiest.map(({ name, cores: used }) => `${name} ${used.toFixed(2)}`).join(', ')
    const which = names === '' ? '' : ` (${names})`
    complaints.push(`other processes use ${busyCores.toFixed(2)} cores${which}, above ${MOST_BUSY}`)
  }
  return complaints
}
