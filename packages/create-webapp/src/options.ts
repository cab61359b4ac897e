import { parseArgs } from 'node:util'
import { PUBLISHED } from './published.ts'
import { CONTENTS, TEMPLATES, type Template } from './templates.ts'

/** A mistake of the user: its message is printed without a stack, and the exit status is 1. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

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

const UNPUBLISHED = `webapp is not published: on the public registry its name, and that of create-webapp, belong to
unrelated packages. "npm run pack" in the repository of webapp packs create-webapp together
with webapp and its command line, and prints the command that runs it.`

const HOW_TO_RUN = `npm passes on options that follow two hyphens:
  npm create webapp my-app -- --template site`

export const HELP = `Usage: create-webapp [folder] [options]

Creates an application with routes, an error handler, tests, a health route, graceful
shutdown, a Dockerfile and a workflow for GitHub. It asks for what the options do not say.

  --template <name>  what to create (default: api)
${TEMPLATES.map((name) => `      ${name.padEnd(8)}     ${CONTENTS[name].title}`).join('\n')}
  --typescript       TypeScript, the default (--no-typescript: JavaScript)
  --webapp <path>    the packed webapp: a tarball, or a folder with the built package
  --cli <path>       the packed @webapp/cli; without it, "npm run dev" uses node --watch
  --no-install       does not run npm install
  --yes              takes the defaults without questions

${PUBLISHED === undefined ? UNPUBLISHED : HOW_TO_RUN}`

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
  const template = values.template === undefined ? undefined : toTemplate(values.template)
  const typescript = values['no-typescript'] ? false : values.typescript
  if (template !== undefined && typescript === false) checkJavaScript(template)
  return {
    folder: positionals[0],
    template,
    typescript,
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
export function toTemplate(name: string, names = TEMPLATES): Template {
  const template = names.find((each) => each === name)
  if (template !== undefined) return template
  throw new UsageError(`there is no template "${name}". Choose one of: ${names.join(', ')}.`)
}

function checkJavaScript(template: Template): void {
  if (CONTENTS[template].javascript) return
  const others = TEMPLATES.filter((name) => CONTENTS[name].javascript).join(', ')
  throw new UsageError(
    `the template "${template}" exists in TypeScript only. With --no-typescript, choose one of: ${others}.`,
  )
}
