import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readCpuQuota } from '../../src/start/cgroup.ts'
import { countWorkers } from '../../src/start/worker-count.ts'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A folder with files of /proc and /sys. */
function createRoot(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'webapp-cgroup-'))
  folders.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), `${text}\n`)
  }
  return root
}

const VERSION_2 = '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw'
const VERSION_1 =
  '33 32 0:30 / /sys/fs/cgroup/cpu,cpuacct rw shared:10 - cgroup cgroup rw,cpu,cpuacct'

describe('the quota of a control group', () => {
  it('is that of a container with a namespace of its own, version 2', () => {
    const root = createRoot({
      'proc/self/cgroup': '0::/',
      'proc/self/mountinfo': VERSION_2,
      'sys/fs/cgroup/cpu.max': '150000 100000',
    })
    expect(readCpuQuota(root)).toBe(1.5)
  })

  it('is the smallest of the group and the groups around it', () => {
    const root = createRoot({
      'proc/self/cgroup': '0::/system.slice/service.service',
      'proc/self/mountinfo': VERSION_2,
      'sys/fs/cgroup/system.slice/cpu.max': '200000 100000',
      'sys/fs/cgroup/system.slice/service.service/cpu.max': '400000 100000',
    })
    expect(readCpuQuota(root)).toBe(2)
  })

  it.each(['max 100000', ''])('does not exist if cpu.max is %j', (text) => {
    const root = createRoot({
      'proc/self/cgroup': '0::/',
      'proc/self/mountinfo': VERSION_2,
      'sys/fs/cgroup/cpu.max': text,
    })
    expect(readCpuQuota(root)).toBeUndefined()
  })

  it('is that of version 1, beside other controllers', () => {
    const root = createRoot({
      'proc/self/cgroup': '5:cpuset:/docker/abc\n4:cpu,cpuacct:/docker/abc\n0::/docker/abc',
      'proc/self/mountinfo': `31 32 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n${VERSION_1}`,
      'sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us': '50000',
      'sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us': '100000',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '-1',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000',
    })
    expect(readCpuQuota(root)).toBe(0.5)
  })

  it('is that of a container that sees the path on the host', () => {
    const root = createRoot({
      'proc/self/cgroup': '4:cpu,cpuacct:/docker/abc',
      'proc/self/mountinfo': VERSION_1.replace(' / /sys', ' /docker/abc /sys'),
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us': '300000',
      'sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us': '100000',
    })
    expect(readCpuQuota(root)).toBe(3)
  })

  it('is that of the mount if the path leads out of the namespace', () => {
    const root = createRoot({
      'proc/self/cgroup': '0::/../../other',
      'proc/self/mountinfo': VERSION_2,
      'sys/fs/cgroup/cpu.max': '100000 100000',
    })
    expect(readCpuQuota(root)).toBe(1)
  })

  it('does not exist on a system without control groups', () => {
    expect(readCpuQuota(createRoot({}))).toBeUndefined()
  })
})

describe('workers', () => {
  it.each([
    [8, Number.POSITIVE_INFINITY, 8],
    [8, 1.5, 2],
    [8, 0.25, 1],
    [2, 4, 2],
    [1, Number.POSITIVE_INFINITY, 1],
  ])('of %d processors with a quota of %d: %d', (processors, quota, count) => {
    expect(countWorkers(processors, quota)).toBe(count)
  })
})
