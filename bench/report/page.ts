/** A page with one generated part replaced; the text around it stays. */
export function replacePart(page: string, name: string, content: string): string {
  const begin = `<!-- ${name}: written by npm run bench:report -->`
  const end = `<!-- end of ${name} -->`
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`the page has no part between ${begin} and ${end}`)
  return `${page.slice(0, from)}${begin}\n\n${content}\n${page.slice(to)}`
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [toLine(head), toLine(head.map(() => '---')), ...rows.map(toLine), ''].join('\n')
}
