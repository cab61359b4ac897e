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

// The implementation cannot tell by its types whether the body is a stream; its options do.
/** Asks a listener, an application or a server without a network. */
export const inject = injectInto as InjectInto
