import MarkdownIt from 'markdown-it'

// HTML in a note stays text, and links to `javascript:` and the like are not made (markdown-it
// checks them). The Content-Security-Policy of the pages is the second guard.
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true })

const renderLink = markdown.renderer.rules.link_open
markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  tokens[index]?.attrSet('rel', 'nofollow noopener noreferrer')
  return renderLink?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
}

// The title of the page is the only h1, so headings of a note begin at h2.
markdown.core.ruler.push('headings', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
    token.tag = `h${Math.min(Number(token.tag.slice(1)) + 1, 6)}`
  }
})

/** The HTML of a note. Safe for a page, whatever the note contains. */
export function renderMarkdown(text: string): string {
  return markdown.render(text)
}
