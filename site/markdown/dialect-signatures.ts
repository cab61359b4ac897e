import type { MarkdownRenderer } from 'vitepress'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** `// 5.x, 4.x`: the line above a signature that only these dialects have. */
const mark = /^\/\/ ([345]\.x(?:, [345]\.x)*)$/

/**
 * A block `ts signature` with a signature for some dialects and another one for others becomes a block
 * for each, which the dialect switch can hide.
 */
export function splitSignatures(md: MarkdownRenderer): void {
  md.core.ruler.push('dialect_signatures', (state) => {
    const html = (content: string) =>
      Object.assign(new state.Token('html_block', '', 0), { content })
    const copy = (token: Token, content: string) =>
      Object.assign(new state.Token('fence', token.tag, 0), { ...token, content })
    state.tokens = state.tokens.flatMap((token) => {
      const parts = token.type === 'fence' && /\ssignature\b/.test(token.info) ? split(token) : []
      if (parts.length === 0) return [token]
      return parts.flatMap(({ dialects, content }) => [
        html(open(dialects)),
        copy(token, content),
        html('</div>\n'),
      ])
    })
  })
}

interface Part {
  readonly dialects: readonly string[]
  readonly content: string
}

function split({ content }: Token): Part[] {
  const parts: { dialects: string[]; lines: string[] }[] = []
  for (const line of content.split('\n')) {
    const named = mark.exec(line)?.[1]
    if (named !== undefined) parts.push({ dialects: named.split(', '), lines: [] })
    else parts.at(-1)?.lines.push(line)
  }
  return parts.map(({ dialects, lines }) => ({ dialects, content: lines.join('\n') }))
}

function open(dialects: readonly string[]): string {
  const marks = dialects.map((dialect) => `<span class="dialect-badge">${dialect}</span>`)
  return `<div class="dialect-signature" data-dialects="${dialects.join(' ')}"><p class="dialect-badges">${marks.join(' ')}</p>\n`
}
