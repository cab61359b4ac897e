import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where a control group of the CPU controller has its files. */
interface CpuGroup {
  readonly isVersion2: boolean
  /** The path of the group, as /proc/self/cgroup names it. */
  readonly path: string
}

interface Mount {
  /** The group that is the root of the mount: not `/` in many containers. */
  readonly group: string
  readonly folder: string
}

/**
 * The processors that a control group of Linux allows this process, such as 1.5. `undefined` without
 * a limit. `root` is the folder with `proc` and the mounted groups.
 */
export function readCpuQuota(root = '/'): number | undefined {
  const mounts = read(join(root, 'proc/self/mountinfo')).split('\n')
  const quotas = findGroups(read(join(root, 'proc/self/cgroup'))).flatMap((group) => {
    const mount = findMount(mounts, group)
    return mount === undefined ? [] : quotasUpwards(root, group, mount)
  })
  return quotas.length === 0 ? undefined : Math.min(...quotas)
}

/** A line is `0::/path` in version 2, and `4:cpu,cpuacct:/path` in version 1. */
function findGroups(text: string): CpuGroup[] {
  return text.split('\n').flatMap((line) => {
    const [, id, controllers = '', path = ''] = /^(\d+):([^:]*):(\/.*)$/.exec(line) ?? []
    const isVersion2 = id === '0' && controllers === ''
    return isVersion2 || controllers.split(',').includes('cpu') ? [{ isVersion2, path }] : []
  })
}

function findMount(lines: readonly string[], { isVersion2 }: CpuGroup): Mount | undefined {
  for (const line of lines) {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , group = '', folder = ''] = before.split(' ')
    const [type, , options = ''] = after.split(' ')
    const isWanted = isVersion2
      ? type === 'cgroup2'
      : type === 'cgroup' && options.split(',').includes('cpu')
    if (isWanted) return { group, folder }
  }
  return undefined
}

/** The quotas of a group and of those around it: the smallest one applies. */
function quotasUpwards(root: string, { isVersion2, path }: CpuGroup, mount: Mount): number[] {
  const read = isVersion2 ? readVersion2 : readVersion1
  const quotas: number[] = []
  for (let at = pathInMount(path, mount.group); ; at = dirname(at)) {
    const quota = read(join(root, mount.folder, at))
    if (quota !== undefined) quotas.push(quota)
    if (at === '/') return quotas
  }
}

/** Without a namespace of its own, a container sees the path on the host, and mounts its own group. */
function pathInMount(path: string, group: string): string {
  if (group === '/') return path.startsWith('/..') ? '/' : path
  return path === group || path.startsWith(`${group}/`) ? path.slice(group.length) || '/' : '/'
}

function readVersion2(folder: string): number | undefined {
  const [quota = '', period = ''] = read(join(folder, 'cpu.max')).trim().split(' ')
  return divide(quota, period)
}

function readVersion1(folder: string): number | undefined {
  const quota = read(join(folder, 'cpu.cfs_quota_us')).trim()
  return divide(quota, read(join(folder, 'cpu.cfs_period_us')).trim())
}

/** The quota is `max` or `-1` without a limit. */
function divide(quota: string, period: string): number | undefined {
  const processors = Number(quota) / Number(period)
  return quota !== '' && processors > 0 && Number.isFinite(processors) ? processors : undefined
}

/** The text of a file; empty if there is none, as on other systems. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
