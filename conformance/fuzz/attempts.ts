import { targets } from './targets.ts'
import { type Attempt, tryTarget } from './try-target.ts'
import { tryTime } from './try-time.ts'

/** Everything that can be tried, by name. */
const attempts = new Map<string, Attempt>([
  ...targets.map((target): [string, Attempt] => [
    target.name,
    (dialect, limits) => tryTarget(target, dialect, limits),
  ]),
  ['time', tryTime],
])

export const attemptNames: readonly string[] = [...attempts.keys()]

export function attemptOf(name: string): Attempt {
  const found = attempts.get(name)
  if (found) return found
  throw new Error(`no target ${name}; there are ${attemptNames.join(', ')}`)
}
