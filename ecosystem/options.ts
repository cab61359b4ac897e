import { parseArgs } from 'node:util'

export interface Options {
  /** Parts of names of packages; none means all. */
  readonly names: readonly string[]
  readonly write: boolean
  readonly help: boolean
}

export const help = `npm run test:ecosystem -- [--write] [name …]

  name      runs the packages whose file name contains it; default: all
  --write   writes docs/ecosystem.md from what the run saw
`

export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return { names: positionals, ...values }
}
