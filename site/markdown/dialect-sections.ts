import type { MarkdownRenderer } from 'vitepress'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** `<!-- dialects: 5.x 4.x -->` */
const mark = /^<!--\s*dialects:\s*([345]\.x(?:[\s,]+[345]\.x)*)\s*-->\s*$/

/** The dialects that no section of a page has. The switch hides nothing of such a page for them. */
export function findLackingDialects(text: string): string[] {
  const marks = [...text.matchAll(new RegExp(mark, 'gm'))].map(([, named = '']) => named)
  if (marks.length === 0) return []
  return ['5.x', '4.x', '3.x'].filter((dialect) => !marks.some((named) => named.includes(dialect)))
}

/**
 * A comment `<!-- dialects: 5.x 4.x -->` directly below a heading names the dialects that have the
 * member. The section becomes an element that the dialect switch can hide, with a badge for each
 * dialect. GitHub shows nothing of the comment.
 */
export function markDialectSections(md: MarkdownRenderer): void {
  md.core.ruler.push('dialect_sections', (state) => {
    const html = (content: string) =>
      Object.assign(new state.Token('html_block', '', 0), { content })
    state.tokens = wrapSections(state.tokens, html)
  })
}

function wrapSections(tokens: readonly Token[], html: (content: string) => Token): Token[] {
  const result: Token[] = []
  const open: number[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.type !== 'heading_open' || token.level !== 0) {
      result.push(token)
      continue
    }
    const depth = Number(token.tag.slice(1))
    while ((open.at(-1) ?? 0) >= depth) {
      open.pop()
      result.push(html('</div>\n'))
    }
    const dialects = readMark(tokens[at + 3])
    if (dialects === undefined) {
      result.push(token)
      continue
    }
    open.push(depth)
    result.push(html(`<div class="dialect-section" data-dialects="${dialects.join(' ')}">\n`))
    result.push(...tokens.slice(at, at + 3), html(badges(dialects)))
    at += 3
  }
  return [...result, ...open.map(() => html('</div>\n'))]
}

function readMark(token: Token | undefined): string[] | undefined {
  if (token?.type !== 'html_block') return undefined
  return mark.exec(token.content.trim())?.[1]?.split(/[\s,]+/)
}

function badges(dialects: readonly string[]): string {
  const marks = dialects.map((dialect) => `<span class="dialect-badge">${dialect}</span>`)
  return `<p class="dialect-badges">In ${marks.join(' ')}</p>\n`
}
