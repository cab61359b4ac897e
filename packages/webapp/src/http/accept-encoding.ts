/**
 * The content codings that a request accepts, out of those offered: the preferred one first, ties in
 * the order of the offer. Without those that the client likes less than no coding (RFC 9110, 12.5.3).
 */
export function acceptedCodings(
  header: string | undefined,
  offered: readonly string[],
): readonly string[] {
  if (header === undefined) return []
  const weights = parseWeights(header)
  const others = weights.get('*') ?? 0
  const weightOf = (coding: string) => weights.get(coding) ?? others
  const identity = weightOf('identity')
  return offered
    .filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= identity)
    .sort((one, other) => weightOf(other) - weightOf(one))
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';')
    const coding = withoutAlias(name.trim().toLowerCase())
    weights.set(coding, Math.max(weights.get(coding) ?? 0, weightIn(parameters)))
  }
  return weights
}

/** RFC 9110, 8.4.1.3: the same as gzip. */
function withoutAlias(coding: string): string {
  return coding === 'x-gzip' ? 'gzip' : coding
}

/** A weight that is no number from 0 to 1 refuses the coding, as an invalid item does in negotiator. */
function weightIn(parameters: readonly string[]): number {
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=')
    if (name.trim().toLowerCase() !== 'q') continue
    const weight = Number(value.trim() || Number.NaN)
    return weight >= 0 && weight <= 1 ? weight : 0
  }
  return 1
}
