import type { MarkdownRenderer } from 'vitepress'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

const languages: Readonly<Record<string, string>> = {
  ts: 'TypeScript',
  typescript: 'TypeScript',
  js: 'JavaScript',
  javascript: 'JavaScript',
}

/**
 * A block of TypeScript and one of JavaScript that follow each other are the same program: they
 * become tabs. A block with `file=app.js` gets the name of its file as a caption.
 */
export function arrangeCodeBlocks(md: MarkdownRenderer): void {
  md.core.ruler.push('code_blocks', (state) => {
    const create = (type: string, nesting: 1 | 0 | -1, content = '') =>
      Object.assign(new state.Token(type, nesting === 0 ? '' : 'div', nesting), { content })
    state.tokens = arrange(state.tokens, create)
  })
}

type Create = (type: string, nesting: 1 | 0 | -1, content?: string) => Token

function arrange(tokens: readonly Token[], create: Create): Token[] {
  const result: Token[] = []
  let inGroup = false
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    const next = tokens[at + 1]
    if (token.type === 'container_code-group_open') inGroup = true
    if (token.type === 'container_code-group_close') inGroup = false
    if (token.type !== 'fence') {
      result.push(token)
    } else if (inGroup) {
      result.push(withLabel(token))
    } else if (next !== undefined && areTwins(token, next)) {
      const open = create('container_code-group_open', 1)
      const close = create('container_code-group_close', -1)
      result.push(open, withLabel(token), withLabel(next), close)
      at++
    } else {
      result.push(...captionOf(token, create), token)
    }
  }
  return result
}

function areTwins(one: Token, other: Token): boolean {
  if (other.type !== 'fence') return false
  const [first, second] = [languageOf(one), languageOf(other)]
  if (first === undefined || second === undefined || first === second) return false
  return stemOf(one) === stemOf(other) && !isSignature(one) && !isSignature(other)
}

/** `app` for `file=app.ts`: two files with other names are two files of one program. */
function stemOf({ info }: Token): string | undefined {
  return fileOf(info)?.replace(/\.\w+$/, '')
}

function isSignature({ info }: Token): boolean {
  return /\ssignature\b/.test(info)
}

function fileOf(info: string): string | undefined {
  return /\sfile=["']?([\w./-]+)/.exec(info)?.[1]
}

function withLabel(token: Token): Token {
  const language = languageOf(token)
  if (language !== undefined && !/\[.*\]/.test(token.info)) token.info += ` [${language}]`
  return token
}

function languageOf({ info }: Token): string | undefined {
  return languages[/^\s*(\w*)/.exec(info)?.[1] ?? '']
}

function captionOf({ info }: Token, create: Create): Token[] {
  const file = fileOf(info)
  return file === undefined
    ? []
    : [create('html_block', 0, `<p class="code-file"><code>${file}</code></p>\n`)]
}
