/** What `spawn` and its relatives take. */
export interface CommandLine {
  readonly program: string
  readonly args: readonly string[]
  readonly shell: boolean
}

/**
 * How a program of npm, such as npm, npx or one in node_modules/.bin, is started. On Windows it is a
 * script for the shell, and Node joins the words of a command for a shell without quoting them.
 */
export function commandLine(
  program: string,
  args: readonly string[],
  platform: NodeJS.Platform = process.platform,
): CommandLine {
  if (platform !== 'win32') return { program, args, shell: false }
  return { program: quote(program), args: args.map(quote), shell: true }
}

function quote(word: string): string {
  return /^[\w@:./\\=+~-]+$/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`
}
