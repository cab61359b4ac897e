import { eachPiece } from './lead.ts'
import type { Lead } from './router-types.ts'

interface Branch {
  /** Indexes of the entries whose lead ends at this branch, ascending. */
  readonly indexes: number[]
  children: Map<string, Branch> | undefined
}

/**
 * A trie over the leads of a list's entries. It proposes the entries that may match a path; each
 * entry decides whether it does.
 */
export class Candidates {
  readonly #root: Branch = { indexes: [], children: undefined }
  #size = 0

  /** Adds the next entry with the leads of its patterns; undefined if it may match any path. */
  add(leads: readonly Lead[] | undefined): void {
    const index = this.#size++
    for (const lead of leads ?? [[]]) {
      const { indexes } = this.#branchFor(lead)
      if (indexes.at(-1) !== index) indexes.push(index)
    }
  }

  /** Indexes of the entries that may match a path: one ascending list per branch along the path. */
  find(path: string): readonly (readonly number[])[] {
    let branch = this.#root
    const lists = branch.indexes.length === 0 ? [] : [branch.indexes]
    if (branch.children === undefined) return lists
    eachPiece(path.toLowerCase(), (piece) => {
      const child = branch.children?.get(piece)
      if (child === undefined) return false
      branch = child
      if (child.indexes.length !== 0) lists.push(child.indexes)
      return child.children !== undefined
    })
    return lists
  }

  #branchFor(lead: Lead): Branch {
    let branch = this.#root
    for (const piece of lead) {
      branch.children ??= new Map()
      const child = branch.children.get(piece) ?? { indexes: [], children: undefined }
      branch.children.set(piece, child)
      branch = child
    }
    return branch
  }
}

/** The first of ascending indexes that is at least `start`; undefined if there is none. */
export function nextIndex(indexes: readonly number[], start: number): number | undefined {
  return indexes[firstAtLeast(indexes, start)]
}

function firstAtLeast(list: readonly number[], wanted: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
