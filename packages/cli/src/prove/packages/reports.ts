import type { Node } from 'oxc-parser'
import type { Dialect } from '../../migrate/flow/values.ts'
import { textOf } from '../../migrate/syntax/nodes.ts'
import { createPositions, type SourceFile } from '../../migrate/syntax/source-file.ts'
import type { Origin } from '../inventory/surface.ts'
import { type Inventory, memberOfUse } from '../inventory/use.ts'
import type { Found } from '../rows/found.ts'

/** A place in a file, by its absolute path. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A member that code reaches, with the first place. A sure place comes before others. */
export interface MemberReport extends Place {
  readonly member: string
  readonly origin: Origin
  readonly dialect: Dialect
  readonly isSure: boolean
  readonly count: number
}

export interface FindingReport extends Place {
  readonly row: string
  readonly member: string
  readonly isSure: boolean
  readonly advice: string
}

/** A place that takes a member by a name which is not in the code. */
export interface ComputedReport extends Place {
  readonly code: string
  readonly owner: string
  readonly isSure: boolean
}

/** What the code of a program, or of a package, says about the interface. */
export interface Reports {
  readonly members: readonly MemberReport[]
  readonly findings: readonly FindingReport[]
  readonly computed: readonly ComputedReport[]
}

export function createReports({ uses, computed }: Inventory, found: readonly Found[]): Reports {
  const placeOf = createPlaces()
  const members = new Map<string, MemberReport>()
  for (const use of uses) {
    if (use.origin === 'other') continue
    const { file, node, origin, dialect, isSure } = use
    const member = memberOfUse(use)
    const key = `${member} ${dialect}`
    const known = members.get(key)
    const isFirst = known === undefined || (isSure && !known.isSure)
    const count = (known?.count ?? 0) + 1
    members.set(
      key,
      isFirst
        ? { member, origin, dialect, isSure, count, ...placeOf(file, node) }
        : { ...known, count },
    )
  }
  return {
    members: [...members.values()],
    findings: found.map(({ row, file, at, member, isSure, advice }) => {
      return { row, member, isSure, advice, ...placeOf(file, at) }
    }),
    computed: computed.map(({ file, node, owner, isSure }) => {
      return { code: shorten(textOf(file, node)), owner, isSure, ...placeOf(file, node) }
    }),
  }
}

function createPlaces(): (file: SourceFile, at: Pick<Node, 'start'>) => Place {
  const positions = new Map<SourceFile, ReturnType<typeof createPositions>>()
  return (file, { start }) => {
    const positionOf = positions.get(file) ?? createPositions(file.text)
    positions.set(file, positionOf)
    return { file: file.path, ...positionOf(start) }
  }
}

function shorten(code: string): string {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
