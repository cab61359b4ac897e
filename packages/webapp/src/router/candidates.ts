import { eachPiece, type Lead } from './lead.ts'

interface Branch {
  /** Places of the entries whose lead ends here, in their order. */
  readonly places: number[]
  children: Map<string, Branch> | undefined
}

/**
 * Finds the entries of a list that may match a path, in the order of the list, without looking at
 * the others. It only proposes: whether an entry matches is for the entry to say.
 */
export class Candidates {
  readonly #root: Branch = { places: [], children: undefined }
  /** How many entries have been added. */
  size = 0

  /** Adds the next entry with the leads of its patterns; undefined when it may match any path. */
  add(leads: readonly Lead[] | undefined): void {
    const place = this.size++
    for (const lead of leads ?? [[]]) {
      const { places } = this.#branchFor(lead)
      if (places.at(-1) !== place) places.push(place)
    }
  }

  /** The places of the entries that may match a path, as one list for each branch on its way. */
  find(path: string): readonly (readonly number[])[] {
    let branch = this.#root
    const lists = branch.places.length === 0 ? [] : [branch.places]
    if (branch.children === undefined) return lists
    eachPiece(path.toLowerCase(), (piece) => {
      const child = branch.children?.get(piece)
      if (child === undefined) return false
      branch = child
      if (child.places.length !== 0) lists.push(child.places)
      return child.children !== undefined
    })
    return lists
  }

  #branchFor(lead: Lead): Branch {
    let branch = this.#root
    for (const piece of lead) {
      branch.children ??= new Map()
      const child = branch.children.get(piece) ?? { places: [], children: undefined }
      branch.children.set(piece, child)
      branch = child
    }
    return branch
  }
}

/** The first of some places at or after `start`; undefined when there is none. */
export function nextPlace(places: readonly number[], start: number): number | undefined {
  return places[firstAtLeast(places, start)]
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
