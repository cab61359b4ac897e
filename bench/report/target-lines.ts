import type { JudgedTarget } from '../results.ts'

/** The targets that could be judged, for the terminal. */
export function renderTargets(targets: readonly JudgedTarget[]): string {
  const judged = targets.filter(({ met }) => met !== undefined)
  if (judged.length === 0) return ''
  const lines = judged.map(
    ({ met, scenario, text, value }) =>
      `  ${met ? 'met    ' : 'NOT met'}  ${scenario.padEnd(14)} ${text}: ${value?.toFixed(3)}`,
  )
  const count = judged.filter(({ met }) => met).length
  return [`targets met: ${count} of ${judged.length}`, ...lines, ''].join('\n')
}
