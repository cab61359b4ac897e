import { UsageError } from '../command.ts'

/** Addresses that open a file in an editor. `{file}` is an absolute path that begins with `/`. */
const EDITORS: Readonly<Record<string, string>> = {
  vscode: 'vscode://file{file}:{line}:{column}',
  'vscode-insiders': 'vscode-insiders://file{file}:{line}:{column}',
  vscodium: 'vscodium://file{file}:{line}:{column}',
  cursor: 'cursor://file{file}:{line}:{column}',
  windsurf: 'windsurf://file{file}:{line}:{column}',
  zed: 'zed://file{file}:{line}:{column}',
  webstorm: 'webstorm://open?file={file}&line={line}&column={column}',
  idea: 'idea://open?file={file}&line={line}&column={column}',
  phpstorm: 'phpstorm://open?file={file}&line={line}&column={column}',
  sublime: 'subl://open?url=file://{file}&line={line}&column={column}',
  textmate: 'txmt://open?url=file://{file}&line={line}&column={column}',
  macvim: 'mvim://open?url=file://{file}&line={line}&column={column}',
  emacs: 'emacs://open?url=file://{file}&line={line}&column={column}',
  nova: 'nova://open?path={file}&line={line}&column={column}',
}

/** The commands of editors whose name is another one. */
const COMMANDS: Readonly<Record<string, string>> = {
  code: 'vscode',
  'code-insiders': 'vscode-insiders',
  codium: 'vscodium',
  subl: 'sublime',
  sublime_text: 'sublime',
  mate: 'textmate',
  mvim: 'macvim',
  emacsclient: 'emacs',
  zeditor: 'zed',
}

/** The variables that name an editor, the most specific one first. */
const VARIABLES = ['VISUAL', 'EDITOR', 'TERM_PROGRAM'] as const

/**
 * The template of links to an editor: of `--editor`, or of the editor that the environment names.
 * `undefined`: no links.
 */
export function editorTemplate(
  given: string | undefined,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (given === 'none') return undefined
  if (given !== undefined) return checkGiven(given)
  for (const variable of VARIABLES) {
    const template = templateOf(env[variable] ?? '')
    if (template !== undefined) return template
  }
  return undefined
}

function checkGiven(given: string): string {
  const template = given.includes('{file}') ? given : templateOf(given)
  // Such an address would run in the page.
  const isCode = /^\s*(?:javascript|data|vbscript|blob):/i.test(given)
  if (template !== undefined && !isCode && /^[a-z][a-z\d+.-]*:/i.test(template)) return template
  throw new UsageError(
    `--editor is "${given}", but must be ${Object.keys(EDITORS).join(', ')}, none, ` +
      'or an address such as "myeditor://open?file={file}&line={line}&column={column}".',
  )
}

/** The template of a command such as `/usr/bin/code --wait`. */
function templateOf(command: string): string | undefined {
  const name = /^"([^"]*)"|^'([^']*)'|^(\S*)/.exec(command.trim())
  const path = name?.[1] ?? name?.[2] ?? name?.[3] ?? ''
  const base = (path.split(/[\\/]/).at(-1) ?? '')
    .replace(/\.(?:exe|cmd|sh|bat)$/i, '')
    .toLowerCase()
  const key = Object.hasOwn(COMMANDS, base) ? COMMANDS[base] : base.replace(/64$/, '')
  return key !== undefined && Object.hasOwn(EDITORS, key) ? EDITORS[key] : undefined
}

/** A place in a file. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** The address that opens a place in the editor. */
export function editorLink(template: string, { file, line, column }: Place): string {
  const path = file.replaceAll('\\', '/').replace(/^(?!\/)/, '/')
  const encoded = path.split('/').map(encodeURIComponent).join('/').replace('%3A', ':')
  return template
    .replaceAll('{file}', () => encoded)
    .replaceAll('{line}', String(line))
    .replaceAll('{column}', String(column))
}

/** The parts of `file:line:column`. */
export function splitPlace(place: string): Place | undefined {
  const found = /^(.+):(\d+):(\d+)$/.exec(place)
  if (found === null) return undefined
  return { file: found[1] ?? '', line: Number(found[2]), column: Number(found[3]) }
}
