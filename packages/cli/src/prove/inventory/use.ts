import type { Node } from 'oxc-parser'
import type { Dialect } from '../../migrate/flow/values.ts'
import type { MethodCall } from '../../migrate/rules/calls.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'
import type { Origin, Owner } from './surface.ts'

/** A place in which code takes a member of the interface. */
export interface Use {
  readonly file: SourceFile
  /** The member expression, or the property of a pattern. */
  readonly node: Node
  readonly owner: Owner
  readonly name: string
  readonly origin: Origin
  readonly dialect: Dialect
  /** False if only the names of parameters, or one of several possibilities, suggest it. */
  readonly isSure: boolean
  /** The call of the member, if it is called there. */
  readonly call: MethodCall | undefined
}

/** A place in which the program decides at run time which member it takes. */
export interface Computed {
  readonly file: SourceFile
  readonly node: Node
  readonly owner: Owner
  readonly isSure: boolean
}

export interface Inventory {
  readonly uses: readonly Use[]
  readonly computed: readonly Computed[]
}

/** `app.get`, `express.static`. */
export function memberOfUse({ owner, name }: Use): string {
  return `${owner}.${name}`
}
