/** The name and version of what records, as spans and metrics carry them. */
export interface Scope {
  readonly name: string
  readonly version: string
}

const { name, version } = require('../../package.json') as Scope

export const scope: Scope = { name: `${name}/otel`, version }
