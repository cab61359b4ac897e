/** A table of Markdown. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): string {
  const line = (cells: readonly unknown[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
