import type { LookStep, Program, Step } from './program.ts'

/** Counts the executed steps, for tests. */
export interface Work {
  steps: number
}

/** The positions that a path saved in slots, latest first. -1 clears a slot. */
export interface Saved {
  readonly slot: number
  readonly position: number
  readonly before: Saved | undefined
}

/** A partial path through the program. */
export interface Path {
  step: Step
  position: number
  /** How many enclosing iterations, counted from the innermost, have not read a character yet. */
  idle: number
  saved: Saved | undefined
  trail: Trail | undefined
}

interface Trail {
  readonly index: number
  readonly before: Trail | undefined
}

const SEEN = 1
const SUCCEEDED = 2

/**
 * Runs a program over a text and tries the paths in the order of a RegExp.
 *
 * Without back references, the outcome of a state (a step, a position, the idle iterations) does
 * not depend on the path to it. So each state is visited once. A state that was seen before has
 * failed, or it led to the success of a lookahead from another position.
 */
export class Search {
  readonly #program: Program
  readonly #text: string
  readonly #work: Work
  readonly #outcomes: Uint8Array
  readonly #lookaheads = new Map<Program, Search>()
  #pending: Path[] = []

  constructor(program: Program, text: string, work: Work) {
    this.#program = program
    this.#text = text
    this.#work = work
    this.#outcomes = new Uint8Array(program.states * (text.length + 1))
  }

  /** The first successful path from a position. */
  findPath(position: number): Path | undefined {
    const { entry } = this.#program
    this.#pending = [{ step: entry, position, idle: 0, saved: undefined, trail: undefined }]
    for (let path = this.#pending.pop(); path; path = this.#pending.pop()) {
      if (this.#follow(path)) return path
    }
    return undefined
  }

  /** Whether a path from a position succeeds. Caches its states for other positions. */
  succeedsAt(position: number): boolean {
    const path = this.findPath(position)
    for (let trail = path?.trail; trail; trail = trail.before) {
      this.#outcomes[trail.index] = SUCCEEDED
    }
    return path !== undefined
  }

  #follow(path: Path): boolean {
    for (;;) {
      const { step } = path
      this.#work.steps += 1
      switch (step.op) {
        case 'set':
          if (path.position === this.#text.length) return false
          if (!step.set.has(this.#text.charCodeAt(path.position))) return false
          path.position += 1
          path.idle = 0
          break
        case 'split': {
          const outcome = this.#visit(step.state, path)
          if (outcome !== undefined) return outcome
          const { position, idle, saved, trail } = path
          this.#pending.push({ step: step.other, position, idle, saved, trail })
          break
        }
        case 'join': {
          const outcome = this.#visit(step.state, path)
          if (outcome !== undefined) return outcome
          break
        }
        case 'save':
          path.saved = { slot: step.slot, position: path.position, before: path.saved }
          break
        case 'clear':
          path.saved = { slot: step.slot, position: -1, before: path.saved }
          break
        case 'assert':
          if (!step.holds(this.#text, path.position)) return false
          break
        case 'look':
          if (this.#searchOf(step.program).succeedsAt(path.position) === step.isNegative)
            return false
          path.saved = { slot: step.slots.from, position: path.position, before: path.saved }
          break
        case 'enter':
          path.idle += 1
          break
        case 'leave':
          if (path.idle > 0) return false
          break
        case 'match':
          return true
      }
      path.step = step.next
    }
  }

  /** Marks a state as seen, or returns its outcome if the state was seen before. */
  #visit(state: number, path: Path): boolean | undefined {
    const index = (state + path.idle) * (this.#text.length + 1) + path.position
    const outcome = this.#outcomes[index]
    if (outcome !== 0) return outcome === SUCCEEDED
    this.#outcomes[index] = SEEN
    path.trail = { index, before: path.trail }
    return undefined
  }

  #searchOf(program: Program): Search {
    let search = this.#lookaheads.get(program)
    if (search === undefined) {
      search = new Search(program, this.#text, this.#work)
      this.#lookaheads.set(program, search)
    }
    return search
  }
}

/**
 * The position in each slot at the end of a path, or -1.
 *
 * A lookahead saves only its position. Its captures are computed here, once, by running it again.
 * If each lookahead kept its captures, it could not reuse the cached outcome of another.
 */
export function readSlots(path: Path, program: Program, text: string, work: Work): number[] {
  const slots: number[] = []
  for (let saved = path.saved; saved; saved = saved.before) slots[saved.slot] ??= saved.position
  for (const look of program.lookaheads) {
    const position = slots[look.slots.from] ?? -1
    if (position === -1 || !hasCaptures(look)) continue
    const inner = new Search(look.program, text, work).findPath(position)
    // Slots that the inner path did not reach are holes, so `Object.assign` skips them.
    if (inner) Object.assign(slots, readSlots(inner, look.program, text, work))
  }
  return slots
}

function hasCaptures(look: LookStep): boolean {
  return !look.isNegative && look.slots.to - look.slots.from > 1
}
