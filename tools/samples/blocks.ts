/** A fenced block of a page. */
export interface Block {
  /** Path of the page, from the root of the repository. */
  readonly page: string
  /** Line of the opening fence, from 1. */
  readonly line: number
  /** The first word behind the fence, such as `js`. */
  readonly language: string
  /** What follows it: `file=app.js norun="no database here"`. A bare word has the value `''`. */
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  /** What the last comment `<!-- prelude: … -->` above it declares for snippets of TypeScript. */
  readonly prelude: string
  /** The block before, if no heading is between. */
  readonly follows: Block | undefined
}

const FENCE = /^( *)(`{3,}|~{3,})(.*)$/
const ATTRIBUTE = /([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/g

/** The fenced blocks of a page, in order. */
export function readBlocks(page: string, markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split(/\r?\n/)
  let previous: Block | undefined
  let prelude = ''
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    if (/^#{1,6} /.test(line)) previous = undefined
    prelude = /^<!-- prelude: (.*) -->$/.exec(line)?.[1] ?? prelude
    const [, indent = '', fence, info = ''] = FENCE.exec(line) ?? []
    if (!fence) continue
    const end = endOfBlock(lines, index, fence)
    const text = lines.slice(index + 1, end).map((row) => dedent(row, indent.length))
    const language = /^[\w-]*/.exec(info.trim())?.[0] ?? ''
    const attributes = readAttributes(info.trim().slice(language.length))
    const block: Block = {
      page,
      line: index + 1,
      language,
      attributes,
      text: text.map((row) => `${row}\n`).join(''),
      prelude,
      follows: previous,
    }
    blocks.push(block)
    previous = block
    index = end
  }
  return blocks
}

function endOfBlock(lines: readonly string[], start: number, fence: string): number {
  const isEnd = (line: string) => line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim())
  const found = lines.findIndex((line, index) => index > start && isEnd(line))
  return found === -1 ? lines.length : found
}

function dedent(line: string, indent: number): string {
  return line.slice(0, indent).trim() === '' ? line.slice(indent) : line
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  // Braces and brackets belong to the site: highlighted lines and titles.
  const own = text.replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
  for (const [, name = '', quoted, bare] of own.matchAll(ATTRIBUTE)) {
    attributes[name] = quoted ?? bare ?? ''
  }
  return attributes
}
