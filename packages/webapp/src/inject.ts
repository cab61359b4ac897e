import { inject as injectInto } from './adapters/inject.ts'
import type { InjectInto } from './types/shared/inject.ts'

export type {
  InjectBody,
  InjectedHead,
  InjectedResponse,
  InjectedStream,
  InjectInto,
  InjectOptions,
  InjectTarget,
} from './types/shared/inject.ts'

// The public type derives the kind of body (buffer or stream) from the options; the internal cannot.
/** Sends a request in memory to a request listener, an application or a server. */
export const inject = injectInto as InjectInto
