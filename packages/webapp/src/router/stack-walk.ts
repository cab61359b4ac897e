import type { Next, Req, Res } from '../http/exchange.ts'
import { recordPassage } from '../http/passages.ts'
import { authorityPrefix } from '../http/target.ts'
import { evadesEntries, type Passed } from './evasion.ts'
import { leaveMount, type MountPoint, type Trimmed } from './mount.ts'
import { Walk } from './walk.ts'
import { type Search, type WatchedList, watchedList } from './watched-list.ts'

/** How a walk past entries is compared with that of another spelling of the path. */
export type PassageRules<Entry> = Pick<Passed<Entry>, 'meet' | 'withoutCase'>

/** A walk through a stack that programs can change: its index proposes the entries for a path. */
export abstract class StackWalk<Entry> extends Walk implements MountPoint {
  readonly authority: string
  readonly baseUrl: string
  /** The error that the entries get. */
  protected error: unknown
  protected trimmed: Trimmed | undefined
  protected readonly stack: readonly Entry[]
  protected index: number
  /** The list as it was when the walk began: removing entries creates another one. */
  protected readonly list: readonly Entry[]
  private readonly watched: WatchedList<Entry> | undefined
  private found: Search | undefined

  constructor(list: readonly Entry[], req: Req, res: Res, done: Next) {
    super(req, res, done)
    this.authority = authorityPrefix(req.url)
    this.baseUrl = req.baseUrl || ''
    this.error = undefined
    this.trimmed = undefined
    this.list = list
    this.watched = watchedList(list)
    this.stack = this.watched?.entries ?? list
    this.index = 0
    this.found = undefined
  }

  /** Whether an entry handles the request. */
  protected abstract takes(entry: Entry, path: string): boolean
  protected abstract run(entry: Entry, path: string): void
  /** Called after the last entry. */
  protected abstract finish(error: unknown): void
  protected abstract passageRules(): PassageRules<Entry>

  protected override isOver(_error: unknown): boolean {
    if (this.trimmed !== undefined) this.leave(this.trimmed)
    return false
  }

  protected leave(trimmed: Trimmed): void {
    this.trimmed = undefined
    leaveMount(this.req, trimmed, this)
  }

  /** Runs the next entry for a path. `isEvadable`: another spelling may reach the same file. */
  protected search(path: string, isEvadable: boolean, error: unknown): void {
    const { stack } = this
    const from = this.index
    const search = this.watched?.search(path, this.found)
    this.found = search
    this.error = error
    while (this.index < stack.length) {
      if (search !== undefined) {
        this.index = search.next(this.index)
        if (this.index === stack.length) break
      }
      const entry = stack[this.index++] as Entry
      if (!this.takes(entry, path)) continue
      if (isEvadable) this.recordPassage(path, from)
      this.run(entry, path)
      return
    }
    if (isEvadable) this.recordPassage(path, from)
    this.finish(this.error)
  }

  /** Records the entries from `from` up to the current one for a file server. */
  private recordPassage(path: string, from: number): void {
    const { list, index: to } = this
    const rules = this.passageRules()
    recordPassage(this.req, () => evadesEntries({ list, from, to, path, ...rules }))
  }
}
