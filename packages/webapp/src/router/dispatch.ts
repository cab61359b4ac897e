import type { Next, Req, Res } from '../http/exchange.ts'
import { showMembers } from '../members/swap-prototypes.ts'
import { refreshSubscriptions } from '../trace/subscriptions.ts'
import { CheckedWalk } from './checked-walk.ts'
import { LayerWalk, type RoutingTable } from './layer-walk.ts'
import { methodChecks } from './method-check.ts'
import { checkLevel } from './nesting.ts'
import type { RouterPolicy } from './router-types.ts'

/** Runs a request through a router; calls `callback` if no layer ends the response. */
export function dispatch(
  table: RoutingTable,
  policy: RouterPolicy,
  req: Req,
  res: Res,
  callback: Next | undefined,
): void {
  checkLevel(req, table)
  // An application has already done this; a router can also be used without one.
  if (req.app === undefined) refreshSubscriptions()
  const done = showMembers(policy.members, req, res, callback ?? ignoreEnd)
  if (methodChecks.areOn) new CheckedWalk(table, policy, req, res, done).next()
  else new LayerWalk(table, policy, req, res, done).next()
}

/** A router that is itself the listener of a server gets no `next`. */
function ignoreEnd(): void {}
