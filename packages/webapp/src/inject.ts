import { inject as injectInto } from './adapters/inject.ts'
import { createClient } from './adapters/inject-client.ts'
import type { InjectInto } from './adapters/inject-types.ts'

export type * from './adapters/inject-types.ts'

// The public type derives the kind of body (buffer or stream) from the options; the internal cannot.
/** Sends a request in memory to a request listener, an application or a server. */
export const inject = Object.assign(injectInto, { client: createClient }) as InjectInto
