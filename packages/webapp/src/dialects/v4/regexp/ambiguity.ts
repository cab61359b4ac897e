import { CharacterSet } from './character-set.ts'
import type { Program, SplitStep, Step } from './program.ts'
import { isAtStart } from './syntax.ts'

type SetStep = Extract<Step, { op: 'set' }>

/**
 * Whether backtracking through a program may take more than linear time.
 *
 * The number of paths through the program grows with the length of the text exactly if it has two
 * places p and q, and a text that leads from p to p, from p to q and from q to q (Weber and Seidl,
 * "On the degree of ambiguity of finite automata", 1991). Example: `.*` and `.*` with '/' between
 * them, but not `[^/]+` and `[^/]+`. The function returns true if it cannot decide.
 */
export function isPolynomial(program: Program): boolean {
  if (program.lookaheads.some((look) => look.program.hasLoop)) return true
  if (!program.hasLoop) return false
  const places = findPlaces(program)
  const loops = [...places.values()].filter((place) => place.reachable.has(place))
  if (loops.some((place) => place.hasDoubles)) return true
  const symbols = findSymbols(places.keys())
  return loops.some((p) =>
    loops.some((q) => p !== q && p.reachable.has(q) && sharesText(p, q, symbols)),
  )
}

/** A place where a program reads a character. */
interface Place {
  readonly set: CharacterSet
  /** The places where the program can read the next character. */
  readonly following: Place[]
  readonly reachable: Set<Place>
  /** Two ways lead to the same next place. */
  hasDoubles: boolean
}

function findPlaces(program: Program): Map<SetStep, Place> {
  const places = new Map<SetStep, Place>()
  const toPlace = (step: SetStep): Place => {
    const known = places.get(step)
    if (known) return known
    const place: Place = { set: step.set, following: [], reachable: new Set(), hasDoubles: false }
    places.set(step, place)
    const { steps, hasDoubles } = findNext(step.next, false)
    place.following.push(...steps.map(toPlace))
    place.hasDoubles = hasDoubles
    return place
  }
  for (const step of findNext(program.entry, true).steps) toPlace(step)
  toPlace(createSearchLoop(program.entry))
  for (const place of places.values()) addReachable(place, place.reachable)
  return places
}

// Without `^`, a RegExp is tried from each position, as if a loop preceded it.
function createSearchLoop(entry: Step): SetStep {
  const head: SplitStep = { op: 'split', state: 0, next: entry, other: entry }
  const any: SetStep = { op: 'set', set: new CharacterSet('[^]', ''), next: head }
  head.other = any
  return any
}

function addReachable(place: Place, found: Set<Place>): void {
  for (const next of place.following) {
    if (found.has(next)) continue
    found.add(next)
    addReachable(next, found)
  }
}

/** The places that can be reached without reading a character. */
function findNext(entry: Step, isStart: boolean): { steps: SetStep[]; hasDoubles: boolean } {
  const steps = new Set<SetStep>()
  const seen = new Map<Step, Set<number>>()
  let hasDoubles = false
  const walk = (step: Step, idle: number): void => {
    const idles = seen.get(step) ?? new Set()
    if (idles.has(idle) || (step.op === 'set' && idles.size > 0)) hasDoubles = true
    if (idles.has(idle) || step.op === 'match') return
    seen.set(step, idles.add(idle))
    if (step.op === 'set') steps.add(step)
    else if (canPass(step, idle, isStart)) walk(step.next, step.op === 'enter' ? idle + 1 : idle)
    if (step.op === 'split') walk(step.other, idle)
  }
  walk(entry, 0)
  return { steps: [...steps], hasDoubles }
}

function canPass(step: Step, idle: number, isStart: boolean): boolean {
  if (step.op === 'leave') return idle === 0
  return isStart || step.op !== 'assert' || step.holds !== isAtStart
}

/** One representative Latin-1 character for each class that the sets distinguish. */
function findSymbols(steps: Iterable<SetStep>): number[] {
  const sets = [...new Set([...steps].map((step) => step.set))]
  const symbols = new Map<string, number>()
  for (let code = 0; code < 256; code++) {
    symbols.set(sets.map((set) => (set.has(code) ? 1 : 0)).join(''), code)
  }
  return [...symbols.values()]
}

type Triple = readonly [Place, Place, Place]

/** Whether some text leads from p to p, from p to q and from q to q. */
function sharesText(p: Place, q: Place, symbols: readonly number[]): boolean {
  const seen = new TripleSet()
  const pending: Triple[] = [[p, p, q]]
  for (let triple = pending.pop(); triple; triple = pending.pop()) {
    if (triple[0] === p && triple[1] === q && triple[2] === q) return true
    if (!symbols.some((symbol) => triple?.every((place) => place.set.has(symbol)))) continue
    for (const next of nextTriples(triple)) {
      const canArrive = next[0].reachable.has(p) && next[2].reachable.has(q)
      if (canArrive && next[1].reachable.has(q) && seen.add(next)) pending.push(next)
    }
  }
  return false
}

function nextTriples([first, second, third]: Triple): Triple[] {
  return first.following.flatMap((a) =>
    second.following.flatMap((b) => third.following.map((c): Triple => [a, b, c])),
  )
}

class TripleSet {
  readonly #seen = new Map<Place, Map<Place, Set<Place>>>()

  /** Whether the triple is new. */
  add([first, second, third]: Triple): boolean {
    const seconds = this.#seen.get(first) ?? new Map<Place, Set<Place>>()
    const thirds = seconds.get(second) ?? new Set<Place>()
    if (thirds.has(third)) return false
    this.#seen.set(first, seconds.set(second, thirds.add(third)))
    return true
  }
}
