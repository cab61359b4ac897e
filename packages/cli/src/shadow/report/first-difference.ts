import { isSecretName, MASK, maskUrl, maskValue } from '../../dev/errors/mask.ts'
import { maskText } from './mask-text.ts'
import type { DifferenceReport } from './report.ts'

/** Characters before and behind the place where two texts differ. */
const AROUND = 100

/** The first place where two bodies differ: a member of JSON, or a line and column. */
export function firstDifference(express: string, webapp: string): DifferenceReport {
  const [one, other] = [parse(express), parse(webapp)]
  const member = one && other && differentMember(one.value, other.value, '')
  if (member !== undefined) return member
  // Masked texts may be equal: the difference is in a secret.
  const [first, second] = [maskText(express), maskText(webapp)]
  const at = firstUnequal(first, second)
  if (at === -1) return { place: 'body', express: MASK, webapp: MASK }
  const before = first.slice(0, at).split('\n')
  const place = `body, line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
  return { place, express: around(first, at), webapp: around(second, at) }
}

function parse(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { value } : undefined
  } catch {
    return undefined
  }
}

function differentMember(one: unknown, other: unknown, path: string): DifferenceReport | undefined {
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) {
    if (Object.is(one, other)) return undefined
    return {
      place: `body, at ${path || '(root)'}`,
      express: show(one, path),
      webapp: show(other, path),
    }
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const at = Array.isArray(one) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
    const found = differentMember(one[key], other[key], at)
    if (found !== undefined) return found
  }
  return undefined
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function show(value: unknown, path: string): string {
  if (value === undefined) return '(none)'
  const names = path.split(/[.[\]]+/)
  if (names.some(isSecretName)) return MASK
  const text = maskUrl(JSON.stringify(maskValue(value)))
  return text.length > 2 * AROUND ? `${text.slice(0, 2 * AROUND)}…` : text
}

function firstUnequal(one: string, other: string): number {
  if (one === other) return -1
  let at = 0
  while (one[at] === other[at]) at++
  return at
}

function around(text: string, at: number): string {
  const start = Math.max(0, at - AROUND)
  const end = at + AROUND
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}
