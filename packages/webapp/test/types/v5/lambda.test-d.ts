// biome-ignore-all lint/suspicious/noExplicitAny: these types are any, and the test says so.
import { createServer } from 'node:http'
import type { Writable } from 'node:stream'
import {
  type LambdaHandler,
  type LambdaInvocation,
  type LambdaResult,
  lambda,
  type StreamingLambdaHandler,
} from '../../../src/lambda.ts'
import type { Webapp as Webapp3 } from '../../../src/types/v3/public.ts'
import type { Request, Webapp } from '../../../src/types/v5/public.ts'
import { exactly } from '../equal.ts'

declare const webapp: Webapp
declare const webapp3: Webapp3
declare const event: { version: '2.0'; rawPath: string }
declare const req: Request
declare const output: Writable

exactly<LambdaHandler>()(lambda(webapp()))
exactly<LambdaHandler>()(lambda(webapp3(), { basePath: '/shop', isBinary: (type) => type === '' }))
exactly<StreamingLambdaHandler>()(lambda(webapp(), { stream: true, basePath: '/shop' }))
exactly<Promise<void>>()(lambda(webapp(), { stream: true })(event, output, {}))
exactly<LambdaHandler>()(lambda(webapp(), { stream: false }))
lambda(createServer())
lambda((message, answer) => answer.end(message.url))
exactly<Promise<LambdaResult>>()(lambda(webapp())(event, {}))
exactly<LambdaInvocation | undefined>()(req.lambda)
exactly<any>()(req.lambda?.event)

// @ts-expect-error no such option
lambda(webapp(), { stage: 'prod' })
// @ts-expect-error nothing that answers
lambda({})
