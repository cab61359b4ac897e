import { IncomingMessage } from 'node:http'
import { conditions } from '../../request/conditions.ts'
import { header } from '../../request/headers.ts'
import { negotiate } from '../../request/negotiate.ts'
import { network } from '../../request/network.ts'
import { target } from '../../request/target.ts'
import { derive } from '../../surface/derive.ts'

/** What every request of the 5.x dialect can do, on top of Node's. */
export const request = derive(
  IncomingMessage.prototype,
  { header, get: header },
  negotiate,
  conditions,
  target,
  network,
)
