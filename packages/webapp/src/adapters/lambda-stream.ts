import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { badRequestHead, toHead } from './lambda-results.ts'
import type { LambdaTarget } from './lambda-target.ts'
import type { LambdaHead, StreamingLambdaHandler } from './lambda-types.ts'
import type { ReceivedResponse } from './send-request.ts'

/** The global of the Node.js runtime of AWS Lambda. */
interface LambdaRuntime {
  streamifyResponse(handler: StreamingLambdaHandler): StreamingLambdaHandler
  readonly HttpResponseStream: { from(output: Writable, head: LambdaHead): Writable }
}

function findRuntime(): LambdaRuntime | undefined {
  return (globalThis as { readonly awslambda?: LambdaRuntime }).awslambda
}

/** Creates a handler that sends the head and each chunk of a response as soon as it is there. */
export function streamResponses(target: LambdaTarget): StreamingLambdaHandler {
  // The runtime marks the function. A test that imports the handler has no runtime.
  return findRuntime()?.streamifyResponse(handle) ?? handle

  async function handle(event: unknown, output: Writable, context?: unknown): Promise<void> {
    const runtime = requireRuntime()
    const { kind, message } = target.read(event)
    if (kind.name === 'balancer') throw new TypeError(NOT_FOR_BALANCERS)
    const signal = signalOf(output)
    const response = message && (await target.send(message, { event, context }, signal))
    const head = response ? toHead(kind, response.head) : badRequestHead(kind)
    const stream = runtime.HttpResponseStream.from(output, head)
    // The runtime sends the head with the first write. A response without a body has no other one.
    stream.write('')
    if (response) await writeBody(stream, response, signal)
    stream.end()
  }
}

const NOT_FOR_BALANCERS =
  'Load balancers take no streamed responses; create the handler without the option stream'

const NO_RUNTIME =
  'A handler with the option stream needs the Node.js runtime of AWS Lambda; the global awslambda is missing'

function requireRuntime(): LambdaRuntime {
  const runtime = findRuntime()
  if (runtime !== undefined) return runtime
  throw new TypeError(NO_RUNTIME)
}

/** A signal that is aborted when the output closes: the handlers see a client that disconnects. */
function signalOf(output: Writable): AbortSignal {
  const closed = new AbortController()
  output.once('error', (error) => closed.abort(error))
  output.once('close', () => closed.abort(new Error('The response stream of AWS Lambda closed')))
  return closed.signal
}

async function writeBody(
  stream: Writable,
  response: ReceivedResponse,
  signal: AbortSignal,
): Promise<void> {
  const whole = response.takeBody()
  if (whole !== undefined) {
    if (whole.length > 0) stream.write(whole)
    return
  }
  try {
    for await (const chunk of response.incoming) {
      if (!stream.write(chunk)) await once(stream, 'drain', { signal })
    }
  } catch (error) {
    throw response.explain(error)
  }
}
