import type { MarkdownRenderer } from 'vitepress'

/** The copy button of VitePress leaves out elements of this class, and prompts in blocks of a shell. */
const ignored = 'vp-copy-ignore'

/** Blocks `console` are commands with what they print: to the copy button they are a shell. */
export function markShellBlocks(md: MarkdownRenderer): void {
  const render = md.renderer.rules.fence
  if (render === undefined) throw new Error('Markdown has no rule for code blocks')
  md.renderer.rules.fence = (...parameters) =>
    render(...parameters).replace(
      'class="language-console',
      'class="language-shell language-console',
    )
}

/** The lines that are commands: those with a prompt, and those that continue one. */
export function findCommands(source: string): boolean[] {
  let continues = false
  return source.split('\n').map((line) => {
    const isCommand = continues || /^[$>] /.test(line)
    continues = isCommand && line.endsWith('\\')
    return isCommand
  })
}

/** A transformer of Shiki: marks what commands print, so that it is not copied. */
export const ignoreOutput = {
  name: 'ignore-output',
  line(
    this: {
      readonly options: { readonly lang: string }
      readonly source: string
      addClassToHast(node: object, name: string): object
    },
    node: object,
    number: number,
  ): void {
    if (this.options.lang !== 'console') return
    if (findCommands(this.source)[number - 1] === false) this.addClassToHast(node, ignored)
  },
}
