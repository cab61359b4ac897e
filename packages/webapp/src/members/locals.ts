type Locals = Record<string, unknown>

interface WithLocals {
  locals?: Locals
}

/** The `res.locals` of a dialect: plain objects or functions. */
export interface LocalsPolicy {
  readonly create: () => Locals
  /** Whether these locals are of the kind that this dialect creates. */
  readonly isOwn: (locals: Locals) => boolean
}

/** The locals of another dialect that converted ones were copied from. */
const sources = new WeakMap<Locals, Locals>()

/** Gives a response locals of the kind that a dialect expects, with the values that it has. */
export function adoptLocals(res: WithLocals, policy: LocalsPolicy): void {
  const { locals } = res
  if (!locals) res.locals = policy.create()
  else if (!policy.isOwn(locals)) {
    res.locals = Object.assign(policy.create(), locals)
    sources.set(res.locals, locals)
  }
}

/** Gives a response its earlier locals back, with values added meanwhile, if they were converted. */
export function restoreLocals(res: WithLocals, earlier: Locals | undefined): void {
  const { locals } = res
  if (!locals || !earlier || sources.get(locals) !== earlier) return
  res.locals = Object.assign(earlier, locals)
}
