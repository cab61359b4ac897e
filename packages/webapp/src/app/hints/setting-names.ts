const KNOWN = [
  'case sensitive routing',
  'catch rejections',
  'env',
  'etag',
  'json escape',
  'json replacer',
  'json spaces',
  'jsonp callback name',
  'query parser',
  'strict redirects',
  'strict routing',
  'subdomain offset',
  'trust proxy',
  'view',
  'view cache',
  'view engine',
  'views',
  'x-powered-by',
]

/** Functions that settings are compiled to. Programs may set them too. */
const COMPILED = ['etag fn', 'query parser fn', 'trust proxy fn']

/** The setting that a name was probably meant to be; `undefined` if the name is none of ours. */
export function intendedSetting(name: string): string | undefined {
  if (KNOWN.includes(name) || COMPILED.includes(name)) return undefined
  const letters = lettersOf(name)
  const spelled = KNOWN.find((known) => lettersOf(known) === letters)
  if (spelled !== undefined) return spelled
  // In a short name, two letters make another word: 'port' is not 'etag'.
  return KNOWN.find((known) => known.length > 7 && isTypo(letters, lettersOf(known)))
}

/** A name without case and separators: `trustProxy` and `trust-proxy` are 'trust proxy'. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

/** Whether two words differ by at most two letters that were changed, left out, added or swapped. */
function isTypo(word: string, other: string): boolean {
  if (Math.abs(word.length - other.length) > 2) return false
  return distance(word, other) <= 2
}

/** The edit distance, in which two swapped neighbours count once. */
function distance(word: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_each, column) => column)]
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = word[row - 1] === other[column - 1]
      const changed = cell(rows[row - 1], column - 1) + (isSame ? 0 : 1)
      const removed = cell(rows[row - 1], column) + 1
      const added = cell(current, column - 1) + 1
      const isSwapped = word[row - 1] === other[column - 2] && word[row - 2] === other[column - 1]
      const swapped = isSwapped ? cell(rows[row - 2], column - 2) + 1 : changed
      current.push(Math.min(changed, removed, added, swapped))
    }
    rows.push(current)
  }
  return cell(rows[word.length], other.length)
}

function cell(row: readonly number[] | undefined, column: number): number {
  return row?.[column] ?? Number.POSITIVE_INFINITY
}
