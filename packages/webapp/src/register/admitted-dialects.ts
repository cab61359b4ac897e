/** A dialect, by the major version of Express that it implements. */
export type ExpressMajor = 3 | 4 | 5

const newestFirst: readonly ExpressMajor[] = [5, 4, 3]

/**
 * The dialects that a version range of Express admits, newest first. `undefined` if the text is not
 * a version range but, for example, a folder, a repository, or an alias for another package.
 */
export function admittedDialects(text: string): readonly ExpressMajor[] | undefined {
  const range = text.trim().replace(/^npm:express(?:@|$)/, '')
  if (range === 'latest' || range === 'next') return newestFirst
  const intervals = range
    .replace(/^latest-(?=\d+$)/, '')
    .split('||')
    .map(intervalOf)
  if (intervals.includes(undefined)) return undefined
  return newestFirst.filter((major) => intervals.some((interval) => reaches(interval, major)))
}

/** `from` is included, `to` is not. */
interface Interval {
  readonly from: number
  readonly to: number
}

const everything: Interval = { from: 0, to: Number.POSITIVE_INFINITY }

function reaches(interval: Interval | undefined, major: ExpressMajor): boolean {
  if (interval === undefined) return false
  const { from, to } = intersect(interval, { from: point(major), to: point(major + 1) })
  return from < to
}

function intervalOf(text: string): Interval | undefined {
  const comparators = text
    .trim()
    .replace(/^(\S+)\s+-\s+(\S+)$/, '>=$1 <=$2')
    .replace(/([<>=~^])\s+/g, '$1')
    .split(/\s+/)
  let interval: Interval | undefined = everything
  for (const comparator of comparators) {
    const next = intervalOfComparator(comparator)
    interval = interval && next && intersect(interval, next)
  }
  return interval
}

function intersect(one: Interval, other: Interval): Interval {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) }
}

// An operator, up to three numbers or wildcards, and an ignored pre-release or build suffix.
const comparatorForm =
  /^(\^|~>?|[<>]=?|=)?v?(\d+|[xX*])?(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:[-+][\w.+-]+)?$/

function intervalOfComparator(text: string): Interval | undefined {
  const match = comparatorForm.exec(text)
  if (match === null) return undefined
  const [, operator = '=', ...parts] = match
  const wildcard = parts.findIndex((part) => part === undefined || !/^\d/.test(part))
  const numbers = (wildcard === -1 ? parts : parts.slice(0, wildcard)).map(Number)
  const from = point(...numbers)
  if (operator === '>') return { from: after(numbers), to: Number.POSITIVE_INFINITY }
  if (operator === '>=') return { from, to: Number.POSITIVE_INFINITY }
  if (operator === '<') return { from: 0, to: from }
  if (operator === '<=') return { from: 0, to: after(numbers) }
  return { from, to: after(numbers.slice(0, leadingParts(operator))) }
}

/** How many leading numbers a version must share with the range. */
function leadingParts(operator: string): number {
  if (operator === '^') return 1
  return operator.startsWith('~') ? 2 : 3
}

/** A version as one number, for comparison. */
function point(major = 0, minor = 0, patch = 0): number {
  return major * 1e10 + minor * 1e5 + patch
}

/** The lowest version above all versions that begin with these numbers. */
function after(numbers: readonly number[]): number {
  const last = numbers[numbers.length - 1]
  if (last === undefined) return Number.POSITIVE_INFINITY
  return point(...numbers.slice(0, -1), last + 1)
}
