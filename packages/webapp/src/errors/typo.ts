/** Whether two words differ by at most `most` letters that were changed, left out, added or swapped. */
export function isTypo(word: string, other: string, most: number): boolean {
  if (Math.abs(word.length - other.length) > most) return false
  return distance(word, other) <= most
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
