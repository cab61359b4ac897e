import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settle } from '../../tools/sleep.ts'
import type { Side } from './dialects.ts'
import type { App } from './express.ts'
import { normaliseBody, normaliseHeaders } from './normalise.ts'
import { type Recorder, startRecorder } from './probe.ts'
import { type Conversation, type RawRequest, toConversation } from './request.ts'
import type { RawResponse } from './response.ts'
import type { Scenario } from './scenario.ts'
import { type Address, converse, type Exchange } from './wire.ts'

/** The two ways in which Node reaches an application. */
export type Transport = 'app.listen' | 'http.createServer'

/** Everything observable about a scenario on one side, as comparable text. */
export async function runScenario(
  scenario: Scenario,
  side: Side,
  transport: Transport,
): Promise<string> {
  const restore = setStage(scenario)
  const recorder = startRecorder(side)
  try {
    return (await playScenario(scenario, side, transport, recorder)).join('\n')
  } finally {
    recorder.stop()
    restore()
  }
}

/** Listens on a free port of the loopback interface. */
export async function startServer(
  program: App | RequestListener,
  transport: Transport,
): Promise<Server> {
  const host = '127.0.0.1'
  const listens = transport === 'app.listen' && 'listen' in program
  const server = listens
    ? program.listen(0, host)
    : createServer(program as RequestListener).listen(0, host)
  // A machine that stalls for seconds must not look like a server that hangs up.
  server.keepAliveTimeout = 60_000
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  return server
}

export function addressOf(server: Server): Address {
  return { port: (server.address() as AddressInfo).port, host: '127.0.0.1' }
}

export async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

async function playScenario(
  scenario: Scenario,
  side: Side,
  transport: Transport,
  recorder: Recorder,
): Promise<string[]> {
  const program = await buildProgram(scenario, side, recorder)
  const lines = recorder.take()
  if (!program) return lines
  const server = await startServer(program, transport)
  try {
    for (const talk of conversationsFor(scenario, side)) {
      const exchange = await converse(addressOf(server), talk)
      if (scenario.linger) await settle(scenario.linger)
      lines.push(...recorder.take(), ...showExchange(exchange, side))
    }
  } finally {
    await stopServer(server)
  }
  return [...lines, ...recorder.take()]
}

function conversationsFor({ requests }: Scenario, { leavesOut }: Side): Conversation[] {
  const talks = requests.map(toConversation)
  if (leavesOut === undefined) return talks
  const asks = ({ bytes }: RawRequest) => !leavesOut.test(bytes.toString('latin1'))
  return talks
    .map((talk) => ({ ...talk, requests: talk.requests.filter(asks) }))
    .filter((talk) => talk.requests.length > 0)
}

async function buildProgram(scenario: Scenario, side: Side, recorder: Recorder) {
  try {
    return await scenario.app(side.load(), recorder)
  } catch (error) {
    recorder.seen('program threw', error)
    return undefined
  }
}

function setStage(scenario: Scenario): () => void {
  const { NODE_ENV } = process.env
  const { now } = Date
  process.env.NODE_ENV = scenario.env ?? 'development'
  if (scenario.frozenClock) Date.now = () => 1_700_000_000_000
  return () => {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = NODE_ENV
    Date.now = now
  }
}

export function showExchange(exchange: Exchange, side: Side): string[] {
  const answers = exchange.answers.flatMap(({ request, responses }) => [
    `→ ${showLabel(request)}`,
    ...(responses.length > 0
      ? responses.flatMap((response) => showResponse(response, side))
      : ['← nothing']),
  ])
  const leftover = exchange.leftover.toString('latin1')
  return [...answers, `… ${exchange.ending}${leftover && ` with ${JSON.stringify(leftover)} left`}`]
}

function showLabel(request: RawRequest): string {
  return request.label.length > 300 ? `${request.label.slice(0, 300)}…` : request.label
}

function showResponse(response: RawResponse, side: Side): string[] {
  const state = response.complete ? '' : ', incomplete'
  return [
    `← ${response.statusLine}`,
    ...normaliseHeaders(response, side).map(([name, value]) => `  ${name}: ${value}`),
    `  (${response.framing}${state}) ${JSON.stringify(normaliseBody(response.body))}`,
    ...response.trailers.map(([name, value]) => `  trailer ${name}: ${value}`),
  ]
}
