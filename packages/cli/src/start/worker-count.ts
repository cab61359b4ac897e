import { availableParallelism } from 'node:os'
import { readCpuQuota } from './cgroup.ts'

/**
 * The number of workers for `--workers auto`. Node counts the processors that this process may run on,
 * which covers cpusets and `taskset`. Before Node 22 it does not know the quota of a container.
 *
 * A part of a processor counts as a whole one: with 1.5 processors, one worker would leave a third idle.
 */
export function countWorkers(
  processors = availableParallelism(),
  quota = readCpuQuota() ?? Number.POSITIVE_INFINITY,
): number {
  return Math.max(1, Math.min(processors, Math.ceil(quota)))
}
