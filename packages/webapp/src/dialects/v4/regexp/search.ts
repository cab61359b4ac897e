import type { LookStep, Program, Step } from './program.ts'

/** Counts the executed steps, for tests. */
export interface Work {
  steps: number
}

/** What a path put into slots, the last first; a position of -1 stands for nothing. */
export interface Saved {
  readonly slot: number
  readonly position: number
  readonly before: Saved | undefined
}

/** A path through the program, as far as it has come. */
export interface Path {
  step: Step
  position: number
  /** How many of the iterations around, counted from the innermost, have taken nothing yet. */
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
 * Runs a program over a text, trying the paths in the order in which a RegExp tries them.
 *
 * What can become of a state (a step, a position, the idle iterations) does not depend on how it was
 * reached, as there are no back references. So no state is gone through twice: one that was seen
 * before has failed, or led to the success that a lookahead had from another position.
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

  /** The first path from a position that succeeds. */
  findPath(position: number): Path | undefined {
    const { entry } = this.#program
    this.#pending = [{ step: entry, position, idle: 0, saved: undefined, trail: undefined }]
    for (let path = this.#pending.pop(); path; path = this.#pending.pop()) {
      if (this.#follow(path)) return path
    }
    return undefined
  }

  /** Whether a path from a position succeeds; asked for many positions, it remembers what did. */
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

  /** Enters a state, unless its outcome is known. */
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
 * A lookahead saves only where it looked: what its groups captured is found here, once, by looking
 * again. Had each look kept its captures, it could not make use of the outcome of another.
 */
export function readSlots(path: Path, program: Program, text: string, work: Work): number[] {
  const slots: number[] = []
  for (let saved = path.saved; saved; saved = saved.before) slots[saved.slot] ??= saved.position
  for (const look of program.lookaheads) {
    const position = slots[look.slots.from] ?? -1
    if (position === -1 || !hasCaptures(look)) continue
    const inner = new Search(look.program, text, work).findPath(position)
    // The slots that the inner path did not reach are holes, which leave alone what is there.
    if (inner) Object.assign(slots, readSlots(inner, look.program, text, work))
  }
  return slots
}

function hasCaptures(look: LookStep): boolean {
  return !look.isNegative && look.slots.to - look.slots.from > 1
}
