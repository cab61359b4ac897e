// What subscribers of the diagnostics channels are told has the same types in every dialect.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as v3 from '../../src/types/v3.ts'
import type * as v4 from '../../src/types/v4.ts'
import type * as v5 from '../../src/types/v5.ts'
import type { Equal, Expect } from './equal.ts'

export type Traces = [
  Expect<Equal<v5.RequestTrace, v4.RequestTrace>>,
  Expect<Equal<v5.RequestTrace, v3.RequestTrace>>,
  Expect<Equal<v5.RouteTrace, v4.RouteTrace>>,
  Expect<Equal<v5.RouteTrace, v3.RouteTrace>>,
  Expect<Equal<v5.LayerTrace, v4.LayerTrace>>,
  Expect<Equal<v5.LayerTrace, v3.LayerTrace>>,
  Expect<Equal<v5.ErrorTrace, v4.ErrorTrace>>,
  Expect<Equal<v5.ErrorTrace, v3.ErrorTrace>>,
  Expect<Equal<v5.RequestTrace['route'], string | undefined>>,
  Expect<Equal<v5.RouteTrace['req'], IncomingMessage>>,
  Expect<Equal<v5.ErrorTrace['res'], ServerResponse>>,
  Expect<Equal<v5.LayerTrace['outcome'], 'next' | 'answered' | 'failed' | undefined>>,
]
