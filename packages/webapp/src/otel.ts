import { createInstrumentation } from './otel/instrumentation.ts'
import type { CreateInstrumentation } from './otel/otel-types.ts'

export type * from './otel/otel-types.ts'

/** Creates what records spans and metrics of OpenTelemetry for every request. */
export const instrumentation: CreateInstrumentation = createInstrumentation
