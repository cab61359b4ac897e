import { parseArgs } from 'node:util'

/** A mistake of the user: its message is printed without a stack, and the exit status is 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const TEMPLATES = ['api', 'site', 'full'] as const
export type Template = (typeof TEMPLATES)[number]

/** What the user chose; `undefined` is asked for. */
export interface Options {
  readonly folder: string | undefined
  readonly template: Template | undefined
  readonly typescript: boolean | undefined
  /** The packed webapp, a tarball or a folder. */
  readonly webapp: string | undefined
  /** The packed command line, a tarball or a folder. */
  readonly cli: string | undefined
  readonly install: boolean
  /** Takes the defaults instead of asking. */
  readonly yes: boolean
}

export const HELP = `Usage: npm create webapp [folder] -- [options]

Creates an application with routes, an error handler, tests, a health route, graceful
shutdown and a Dockerfile. It asks for what the options do not say.

  --template api|site|full  a JSON API, a site with pages, or both (default: api)
  --typescript              TypeScript (--no-typescript: JavaScript, the default)
  --webapp <path>           the packed webapp: a tarball, or a folder with the built package
  --cli <path>              the packed @webapp/cli; without it, "npm run dev" uses node --watch
  --no-install              does not run npm install
  --yes                     takes the defaults without questions

webapp is not published: on the public registry its name belongs to an unrelated package.
Run "npm run pack" in the repository of webapp, and pass the tarball with --webapp.
Started from the repository itself, create-webapp finds the built packages.`

/** Reads the command line. */
export function parseOptions(args: readonly string[]): Options | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  if (positionals.length > 1) {
    throw new UsageError(
      `one folder is expected, got ${positionals.length}: ${positionals.join(' ')}`,
    )
  }
  if (values.typescript && values['no-typescript']) {
    throw new UsageError('--typescript and --no-typescript exclude each other')
  }
  return {
    folder: positionals[0],
    template: toTemplate(values.template),
    typescript: values['no-typescript'] ? false : values.typescript,
    webapp: values.webapp,
    cli: values.cli,
    install: values['no-install'] !== true,
    yes: values.yes === true,
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string' },
        typescript: { type: 'boolean' },
        'no-typescript': { type: 'boolean' },
        webapp: { type: 'string' },
        cli: { type: 'string' },
        'no-install': { type: 'boolean' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const [message] = String((error as Error).message).split('. ')
    throw new UsageError(`${message}. --help lists the options.`)
  }
}

/** A template by its name. */
export function toTemplate(name: string | undefined): Template | undefined {
  if (name === undefined) return undefined
  const template = TEMPLATES.find((each) => each === name)
  if (template !== undefined) return template
  throw new UsageError(`there is no template "${name}". Choose one of: ${TEMPLATES.join(', ')}.`)
}
