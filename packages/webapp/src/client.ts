import { createTypedClient } from './client/client.ts'
import type { CreateClient } from './client/client-types.ts'

export type {
  Client,
  ClientBody,
  ClientCall,
  ClientOptions,
  ClientResponse,
  CreateClient,
  InferResponse,
} from './client/client-types.ts'

/** Creates a client of a set of routes, whose type it is given. */
// The types of the calls follow from the type argument, and are not in the program.
export const client = createTypedClient as unknown as CreateClient
