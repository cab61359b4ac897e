/** The lines that one of two texts has and the other one has not, in their order. */
export interface LineChanges {
  readonly older: readonly string[]
  readonly newer: readonly string[]
}

/** What a difference is about, and how the two sides differ: differences of one shape form a group. */
export interface Shape {
  /** Such as `res.redirect`, `header etag` or `status`. */
  readonly member: string
  /** Such as `404 → 400`, `added` or `returned → threw TypeError`. */
  readonly change: string
}

export function lineChanges(older: string, newer: string): LineChanges {
  const [one, other] = [older.split('\n'), newer.split('\n')]
  return { older: without(one, other), newer: without(other, one) }
}

/** Each line of the other text takes away one of the same. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    return count === 0
  })
}

interface Kind {
  readonly pattern: RegExp
  /** The name is the first group of the pattern. */
  readonly member: (name: string) => string
  /** What a line says about its member, for comparisons that are not about the exact value. */
  readonly outcome?: (line: string) => string
}

const outcomeOfCall = (line: string) =>
  / threw <(\w+)/.exec(line)?.[1]?.replace(/^/, 'threw ') ?? 'returned'

/** Kinds of lines, the most telling one first: a status is often the consequence of a call. */
const KINDS: readonly Kind[] = [
  { pattern: /^the process ended/, member: () => 'the process', outcome: () => 'ended' },
  { pattern: /^(\w+)\(.*\) (?:→|threw)/, member: (name) => `res.${name}`, outcome: outcomeOfCall },
  {
    pattern: /^(?:req\.(\w+)) (?:\S|$)/,
    member: (name) => `req.${name}`,
    outcome: outcomeOfCall,
  },
  { pattern: /^param (\w+)=/, member: () => 'app.param' },
  { pattern: /^#\d+ /, member: () => 'handlers that run' },
  { pattern: /^(verify|body|error|fell through)\b/, member: (name) => name },
  {
    pattern: /^← HTTP\/1\.1 \d+/,
    member: () => 'status',
    outcome: (line) => /\d{3}/.exec(line)?.[0] ?? line,
  },
  { pattern: /^← nothing/, member: () => 'response', outcome: () => 'none' },
  {
    pattern: /^ {2}((?!content-length|etag)[\w-]+): /i,
    member: (name) => `header ${name.toLowerCase()}`,
  },
  {
    pattern: /^ {2}\(([\w-]+)/,
    member: () => 'body of the response',
    outcome: (line) => /\((.*?)\) ["[]/.exec(line)?.[1] ?? '',
  },
  { pattern: /^ {2}([\w-]+): /, member: (name) => `header ${name.toLowerCase()}` },
  { pattern: /^… /, member: () => 'connection', outcome: (line) => line.slice(2) },
  { pattern: /^\(deprecation\)/, member: () => 'deprecation notice' },
  { pattern: /^\(console\.error\)/, member: () => 'text on standard error' },
]

const ANY: Kind = { pattern: /^/, member: () => 'what the program saw' }

/** The shape of a difference, by its most telling lines. */
export function shapeOf({ older, newer }: LineChanges): Shape {
  const lines = [...older, ...newer]
  const kinds = lines.map(kindOf)
  const kind = KINDS.find((one) => kinds.includes(one))
  const found = kinds.includes(ANY) && isLater(kind) ? ANY : (kind ?? ANY)
  const first = lines.find((line) => kindOf(line) === found) ?? ''
  const member = memberOf(found, first)
  const same = (line: string) => kindOf(line) === found && memberOf(found, line) === member
  return { member, change: changeOf(found, older.find(same), newer.find(same)) }
}

/** Notes of a program come before the response, so they tell more than it. */
function isLater(kind: Kind | undefined): boolean {
  return kind === undefined || KINDS.indexOf(kind) > 5
}

function kindOf(line: string): Kind {
  return KINDS.find(({ pattern }) => pattern.test(line)) ?? ANY
}

function memberOf({ pattern, member }: Kind, line: string): string {
  return member(pattern.exec(line)?.[1] ?? '')
}

function changeOf({ outcome }: Kind, older: string | undefined, newer: string | undefined): string {
  if (older === undefined) return 'added'
  if (newer === undefined) return 'missing'
  const [one, other] = [older, newer].map((line) => outcome?.(line) ?? '')
  return one === other ? 'another value' : `${one} → ${other}`
}
