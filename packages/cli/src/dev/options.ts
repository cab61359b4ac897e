import { UsageError } from '../command.ts'
import { readArguments } from '../read-arguments.ts'
import { editorTemplate } from './editor.ts'

/** The options of `webapp dev`. */
export interface DevOptions {
  readonly file: string | undefined
  /** Arguments of the program. */
  readonly args: readonly string[]
  readonly port: number | undefined
  readonly reload: boolean
  readonly inspector: boolean
  readonly inspectorPort: number
  readonly watch: readonly string[]
  readonly ignore: readonly string[]
  /** The template of links that open a file in the editor; absent without an editor. */
  readonly editor?: string
  readonly fullStacks: boolean
  readonly keepsSessions: boolean
}

export const HELP = `Usage: webapp dev [file] [options] [-- arguments of the program]

Starts a program and starts it again when a file changes. Without a file, it is the one
that the "start" script or "main" of package.json names, or server, app or index.

  --port <number>            sets PORT for the program
  --no-reload                does not reload open pages in the browser
  --no-inspector             no inspector; prints one line for each request
  --inspector-port <number>  the port of the inspector (default: any free port)
  --watch <path>             also watches this file or folder (may be repeated)
  --ignore <path>            does not watch this file or folder (may be repeated)
  --keep-sessions            sessions in the memory of express-session survive a restart
  --full-stacks              stacks on the console keep the frames of Node and of webapp
  --editor <name>            links of the error page open this editor (default: $VISUAL or
                             $EDITOR): vscode, cursor, webstorm, zed, sublime, none, or an
                             address such as "edit://open?file={file}&line={line}"

The file may be JavaScript (.js, .mjs, .cjs) or TypeScript (.ts, .mts, .cts). TypeScript
needs tsx in the project, or Node 22.6 or newer.`

/** Reads the command line. */
export function parseOptions(args: readonly string[]): DevOptions {
  const end = args.indexOf('--')
  const [own, rest] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const { values, positionals } = parse(own)
  if (positionals.length > 1) {
    throw new UsageError(
      `one file is expected, got ${positionals.length}: ${positionals.join(' ')}. ` +
        'Arguments of the program follow after "--".',
    )
  }
  const editor = editorTemplate(values.editor, process.env)
  return {
    file: positionals[0],
    args: rest,
    port: toPort(values.port, '--port'),
    reload: values['no-reload'] !== true,
    inspector: values['no-inspector'] !== true,
    inspectorPort: toPort(values['inspector-port'], '--inspector-port') ?? 0,
    watch: values.watch ?? [],
    ignore: values.ignore ?? [],
    fullStacks: values['full-stacks'] === true,
    keepsSessions: values['keep-sessions'] === true,
    ...(editor !== undefined && { editor }),
  }
}

function parse(args: readonly string[]) {
  const options = {
    port: { type: 'string' },
    'no-reload': { type: 'boolean' },
    'no-inspector': { type: 'boolean' },
    'inspector-port': { type: 'string' },
    watch: { type: 'string', multiple: true },
    ignore: { type: 'string', multiple: true },
    editor: { type: 'string' },
    'full-stacks': { type: 'boolean' },
    'keep-sessions': { type: 'boolean' },
  } as const
  return readArguments(args, options, '"webapp dev --help" lists the options.')
}

function toPort(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError(`${option} is "${text}", but must be a number from 0 to 65535.`)
}
