import type { MarkdownRenderer } from 'vitepress'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

/** On the first page, the `###` sections below a `##` heading become cards side by side. */
export function arrangeCards(md: MarkdownRenderer): void {
  md.core.ruler.push('cards', (state) => {
    if (state.env.relativePath !== 'index.md') return
    const html = (content: string) =>
      Object.assign(new state.Token('html_block', '', 0), { content })
    state.tokens = wrapCards(state.tokens, html)
  })
}

function wrapCards(tokens: readonly Token[], html: (content: string) => Token): Token[] {
  const result: Token[] = []
  let isOpen = false
  for (const token of tokens) {
    const depth = token.type === 'heading_open' ? Number(token.tag.slice(1)) : 0
    if (depth === 3) {
      result.push(html(isOpen ? '</div>\n<div>\n' : '<div class="cards">\n<div>\n'))
      isOpen = true
    } else if (depth !== 0 && isOpen) {
      result.push(html('</div>\n</div>\n'))
      isOpen = false
    }
    result.push(token)
  }
  return isOpen ? [...result, html('</div>\n</div>\n')] : result
}
