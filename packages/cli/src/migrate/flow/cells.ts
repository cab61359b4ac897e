import type { Node } from 'oxc-parser'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Value, Values } from './values.ts'

/** A node that carries values, such as an assignment or a call. */
export interface Task {
  readonly file: SourceFile
  readonly node: Node
}

/**
 * Functions and objects that a name may stand for. In a bundle, everything is passed to everything:
 * more of them say nothing about a name, and would cost time without limit.
 */
const MOST = 60

const MANY: ReadonlySet<string> = new Set(['code', 'bag', 'external'])

/** The values of a variable, a member, a result or a module, and the tasks that read them. */
export class Cell {
  readonly values = new Set<Value>()
  readonly readers = new Set<Task>()
}

/** Runs tasks, and runs those again whose cells have grown, until nothing is added. */
export class Worklist {
  readonly #waiting = new Set<Task>()
  #current: Task | undefined

  read(cell: Cell): Values {
    if (this.#current !== undefined) cell.readers.add(this.#current)
    return cell.values
  }

  add(cell: Cell, values: Values): void {
    if (cell.values === values) return
    let hasGrown = false
    for (const value of values) {
      const isOneOfMany = MANY.has(value.type)
      if (cell.values.has(value) || (isOneOfMany && cell.values.size >= MOST)) continue
      cell.values.add(value)
      hasGrown = true
    }
    if (hasGrown) this.wake(cell)
  }

  wake(cell: Cell): void {
    for (const task of cell.readers) this.#waiting.add(task)
  }

  start(task: Task): void {
    this.#waiting.add(task)
  }

  settle(run: (task: Task) => void): void {
    // A task that is added again while the set is read comes at its end.
    for (const task of this.#waiting) {
      this.#waiting.delete(task)
      this.#current = task
      run(task)
    }
    this.#current = undefined
  }
}

/** The cell of a key, which is made at the first use. */
export function cellOf<K>(cells: Map<K, Cell>, key: K): Cell {
  const known = cells.get(key)
  if (known !== undefined) return known
  const cell = new Cell()
  cells.set(key, cell)
  return cell
}
