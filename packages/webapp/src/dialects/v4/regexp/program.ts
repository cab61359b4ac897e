import type { CharacterSet } from './character-set.ts'
import {
  type Assertion,
  type Lookahead,
  type Node,
  type Repetition,
  type SlotRange,
  UnsupportedSyntax,
} from './syntax.ts'

/** One instruction, with a reference to the next instruction. */
export type Step =
  | { readonly op: 'set'; readonly set: CharacterSet; readonly next: Step }
  | { readonly op: 'assert'; readonly holds: Assertion; readonly next: Step }
  | { readonly op: 'save'; readonly slot: number; readonly next: Step }
  | { readonly op: 'clear'; readonly slot: number; readonly next: Step }
  | LookStep
  | SplitStep
  /** The point where several paths converge. */
  | { readonly op: 'join'; readonly state: number; readonly next: Step }
  /** The start of an iteration that must read a character. */
  | { readonly op: 'enter'; readonly next: Step }
  | { readonly op: 'leave'; readonly next: Step }
  | { readonly op: 'match' }

/** Continues at `next`, and if that fails at `other`. */
export interface SplitStep {
  readonly op: 'split'
  readonly state: number
  next: Step
  other: Step
}

export interface LookStep {
  readonly op: 'look'
  readonly program: Program
  readonly isNegative: boolean
  readonly slots: SlotRange
  readonly next: Step
}

export interface Program {
  readonly entry: Step
  /** The number of states for each position of a text. */
  readonly states: number
  readonly lookaheads: readonly LookStep[]
  /** The program or one of its lookaheads has an unbounded repetition. */
  readonly hasLoop: boolean
}

// Counted repetitions are unrolled. A larger program would need too much memory.
const MAX_SIZE = 1000

export function compileProgram(root: Node): Program {
  return new Compiler({ nodes: 0 }).compileRoot(root)
}

/** Compiles from the end to the beginning, so that the next step already exists. */
class Compiler {
  readonly #size: { nodes: number }
  readonly #lookaheads = new Map<Lookahead, Program>()
  readonly #looks: LookStep[] = []
  #states = 0
  #depth = 0
  #hasLoop = false

  constructor(size: { nodes: number }) {
    this.#size = size
  }

  compileRoot(root: Node): Program {
    const entry = this.#compile(root, { op: 'match' })
    return { entry, states: this.#states, lookaheads: this.#looks, hasLoop: this.#hasLoop }
  }

  #compile(node: Node, next: Step): Step {
    this.#size.nodes += 1
    if (this.#size.nodes > MAX_SIZE) throw new UnsupportedSyntax()
    switch (node.type) {
      case 'set':
        return { op: 'set', set: node.set, next }
      case 'assertion':
        return { op: 'assert', holds: node.holds, next }
      case 'sequence':
        return node.parts.reduceRight((after, part) => this.#compile(part, after), next)
      case 'choice':
        return this.#compileChoice(node.parts, next)
      case 'group':
        return this.#compileGroup(node.body, node.slot, next)
      case 'lookahead':
        return this.#compileLookahead(node, next)
      case 'repetition':
        return this.#compileRepetition(node, next)
    }
  }

  #compileChoice(parts: readonly Node[], next: Step): Step {
    const end = this.#join(next)
    const entries = parts.map((part) => this.#compile(part, end))
    return entries.reduceRight((other, entry) => this.#split(entry, other, false))
  }

  #compileGroup(body: Node, slot: number, next: Step): Step {
    const end: Step = { op: 'save', slot: slot + 1, next }
    return { op: 'save', slot, next: this.#compile(body, end) }
  }

  #compileLookahead(node: Lookahead, next: Step): Step {
    const { isNegative, slots } = node
    const program = this.#lookaheads.get(node) ?? new Compiler(this.#size).compileRoot(node.body)
    this.#lookaheads.set(node, program)
    this.#hasLoop ||= program.hasLoop
    const look: Step = { op: 'look', program, isNegative, slots, next }
    this.#looks.push(look)
    return look
  }

  #compileRepetition(node: Repetition, next: Step): Step {
    const { min, max } = node
    if (max === Number.POSITIVE_INFINITY) {
      this.#hasLoop = true
      if (min === 0 || canBeEmpty(node.body)) return this.#repeat(node, min, this.#loop(node, next))
      return this.#repeat(node, min - 1, this.#loopAfterBody(node, next))
    }
    if (max === min) return this.#repeat(node, min, next)
    return this.#repeat(node, min, this.#compileOptions(node, next))
  }

  #repeat(node: Repetition, count: number, next: Step): Step {
    let entry = next
    for (let index = 0; index < count; index++) entry = this.#compileIteration(node, entry)
    return entry
  }

  #loop(node: Repetition, next: Step): Step {
    const head = this.#split(next, next, node.isLazy)
    head[node.isLazy ? 'other' : 'next'] = this.#compileOptionalIteration(node, head)
    return head
  }

  #loopAfterBody(node: Repetition, next: Step): Step {
    const head = this.#split(next, next, node.isLazy)
    const body = this.#compileIteration(node, head)
    head[node.isLazy ? 'other' : 'next'] = body
    return body
  }

  #compileOptions(node: Repetition, next: Step): Step {
    const end = this.#join(next)
    let entry: Step = end
    for (let index = node.min; index < node.max; index++) {
      entry = this.#split(this.#compileOptionalIteration(node, entry), end, node.isLazy)
    }
    return entry
  }

  // ECMAScript: an optional iteration fails if it matches the empty string.
  #compileOptionalIteration(node: Repetition, next: Step): Step {
    if (!canBeEmpty(node.body)) return this.#compileIteration(node, next)
    this.#depth += 1
    const body = this.#compileIteration(node, { op: 'leave', next })
    this.#depth -= 1
    return { op: 'enter', next: body }
  }

  // ECMAScript: each iteration clears the captures of the previous one.
  #compileIteration(node: Repetition, next: Step): Step {
    let entry = this.#compile(node.body, next)
    for (let slot = node.slots.from; slot < node.slots.to; slot++) {
      entry = { op: 'clear', slot, next: entry }
    }
    return entry
  }

  #split(preferred: Step, other: Step, isLazy: boolean): SplitStep {
    const [next, last] = isLazy ? [other, preferred] : [preferred, other]
    return { op: 'split', state: this.#newState(), next, other: last }
  }

  #join(next: Step): Step {
    return { op: 'join', state: this.#newState(), next }
  }

  // The outcome also depends on how many enclosing iterations have not read a character yet.
  #newState(): number {
    const state = this.#states
    this.#states += this.#depth + 1
    return state
  }
}

function canBeEmpty(node: Node): boolean {
  switch (node.type) {
    case 'set':
      return false
    case 'sequence':
      return node.parts.every(canBeEmpty)
    case 'choice':
      return node.parts.some(canBeEmpty)
    case 'group':
      return canBeEmpty(node.body)
    case 'repetition':
      return node.min === 0 || canBeEmpty(node.body)
    default:
      return true
  }
}
