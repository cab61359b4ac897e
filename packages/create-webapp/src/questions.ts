import { createInterface, type Interface } from 'node:readline/promises'
import type { Plan } from './create.ts'
import { type Options, toTemplate, UsageError } from './options.ts'
import { CONTENTS, TEMPLATES, type Template } from './templates.ts'

const DEFAULTS = { folder: 'my-webapp', template: 'api', typescript: true } as const

/** Asks for what the command line does not say. Without a terminal, the defaults are taken. */
export async function askForMissing(options: Options): Promise<Plan> {
  const { webapp, cli, install } = options
  const isComplete =
    options.folder !== undefined &&
    options.template !== undefined &&
    options.typescript !== undefined
  const asks = !options.yes && !isComplete && process.stdin.isTTY === true
  const answers = asks ? await ask(options) : options
  return {
    folder: answers.folder ?? DEFAULTS.folder,
    template: answers.template ?? DEFAULTS.template,
    typescript: answers.typescript ?? DEFAULTS.typescript,
    webapp,
    cli,
    install,
  }
}

type Answers = Pick<Options, 'folder' | 'template' | 'typescript'>

async function ask(options: Options): Promise<Answers> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Without this, Ctrl-C would leave the question open and the process running.
  terminal.on('SIGINT', () => process.exit(130))
  try {
    const folder = options.folder ?? (await askText(terminal, 'Folder', DEFAULTS.folder))
    const template = options.template ?? (await askTemplate(terminal, options.typescript))
    const typescript =
      options.typescript ??
      (CONTENTS[template].javascript === false ||
        (await askYesNo(terminal, 'TypeScript', DEFAULTS.typescript)))
    return { folder, template, typescript }
  } finally {
    terminal.close()
  }
}

async function askText(terminal: Interface, name: string, preset: string): Promise<string> {
  return (await terminal.question(`${name} (${preset}): `)).trim() || preset
}

async function askTemplate(
  terminal: Interface,
  typescript: boolean | undefined,
): Promise<Template> {
  const names = TEMPLATES.filter((name) => typescript !== false || CONTENTS[name].javascript)
  console.log(names.map((name) => `  ${name.padEnd(9)} ${CONTENTS[name].title}`).join('\n'))
  for (;;) {
    const text = await askText(terminal, 'Template', DEFAULTS.template)
    try {
      return toTemplate(text, names)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      console.log(error.message)
    }
  }
}

async function askYesNo(terminal: Interface, name: string, preset: boolean): Promise<boolean> {
  for (;;) {
    const text = await askText(terminal, `${name}: yes or no`, preset ? 'yes' : 'no')
    if (/^y(es)?$/i.test(text)) return true
    if (/^no?$/i.test(text)) return false
  }
}
