import type { Node } from 'oxc-parser'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'

/** A place that a row of a ledger concerns. */
export interface Found {
  readonly row: string
  readonly file: SourceFile
  readonly at: Pick<Node, 'start' | 'end'>
  /** The member, or the words of the ledger for it. */
  readonly member: string
  readonly isSure: boolean
  readonly advice: string
}
