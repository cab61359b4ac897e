/** A command that a page shows, with the output below it. */
export interface Command {
  readonly text: string
  /** Line of the page, from 1. */
  readonly line: number
  /** The lines until the next command; `undefined` if the page shows none. */
  readonly output: string | undefined
}

/** The `$ command` lines of a console block. */
export function readCommands(text: string, fenceLine: number): Command[] {
  const lines = text.replace(/\n$/, '').split('\n')
  const commands: Command[] = []
  for (let index = 0; index < lines.length; index++) {
    const first = lines[index] ?? ''
    if (!first.startsWith('$ ')) continue
    const start = index
    let command = first.slice(2)
    while (command.endsWith('\\') && index + 1 < lines.length) {
      index += 1
      command = `${command.slice(0, -1)}${(lines[index] ?? '').replace(/^>? */, '')}`
    }
    const output: string[] = []
    while (index + 1 < lines.length && !lines[index + 1]?.startsWith('$ ')) {
      index += 1
      output.push(lines[index] ?? '')
    }
    const shown = output.join('\n').trimEnd()
    commands.push({
      text: command.replace(/\s+#\s.*$/, '').trim(),
      line: fenceLine + 1 + start,
      output: shown === '' ? undefined : shown,
    })
  }
  return commands
}

/** Whether the output is the one shown, in which `...` stands for anything. */
export function isShown(shown: string, actual: string): boolean {
  return compile(shown, '$').test(tidy(actual))
}

/** Whether the output begins with the one shown: a server may write more later. */
export function beginsAsShown(shown: string, actual: string): boolean {
  return compile(shown, '').test(tidy(actual))
}

function compile(shown: string, end: string): RegExp {
  const lines = tidy(shown).split('\n')
  const source = lines.map((line, index) => {
    const isLast = index === lines.length - 1
    // A line of its own stands for any lines, also for none.
    if (/^(\.\.\.|…)$/.test(line.trim())) return isLast ? '[\\s\\S]*' : '(?:.*\\n)*?'
    const parts = line.split(/\.\.\.|…/).map(escapeText)
    return parts.join('.*?') + (isLast ? '' : '\\n')
  })
  // Lines below a trailing `...` need no line break before it.
  const text = source.join('').replace(/\\n\[\\s\\S\]\*$/, '(?:\\n[\\s\\S]*)?')
  return new RegExp(`^${text}${end}`)
}

function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function tidy(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}
