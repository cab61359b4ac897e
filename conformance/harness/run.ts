import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settle } from '../../tools/sleep.ts'
import type { Side } from './dialects.ts'
import type { App } from './express.ts'
import { fetchObstacleOf } from './fetch-requests.ts'
import { obstacleOf } from './http2-requests.ts'
import { fetchedHeaders, normaliseBody, normaliseHeaders, sharedHeaders } from './normalise.ts'
import { type Recorder, startRecorder } from './probe.ts'
import { type Conversation, type RawRequest, toConversation } from './request.ts'
import type { RawResponse } from './response.ts'
import type { Scenario } from './scenario.ts'
import { type Address, converse, type Door, type Exchange } from './wire.ts'
import { type Fetching, openFetch } from './wire-fetch.ts'
import { type Http2Listener, openHttp2 } from './wire-http2.ts'

/** The two ways in which Node reaches an application. */
export type Transport = 'app.listen' | 'http.createServer'

/**
 * How a scenario is played: all of it by a transport of HTTP/1; or the part that the versions of HTTP
 * share, over one of them; or the part that a web `Request` can express.
 */
export type Way =
  | Transport
  | 'shared part over HTTP/1'
  | 'shared part over HTTP/2'
  | 'web part over HTTP/1'
  | 'web part over fetch'

/** What of a scenario is played in a way, and what is compared. */
interface Part {
  readonly obstacleOf: (request: RawRequest, talk: Conversation) => string | undefined
  readonly show: (exchange: Exchange, side: Side) => string[]
}

function partOf(way: Way): Part {
  if (way.startsWith('shared part')) return { obstacleOf, show: showShared }
  if (way.startsWith('web part')) return { obstacleOf: fetchObstacleOf, show: showFetched }
  return { obstacleOf: () => undefined, show: showExchange }
}

type Program = App | RequestListener

/** Everything observable about a scenario on one side, as comparable text. */
export async function runScenario(scenario: Scenario, side: Side, way: Way): Promise<string> {
  const restore = setStage(scenario)
  const recorder = startRecorder(side)
  try {
    return (await playScenario(scenario, side, way, recorder)).join('\n')
  } finally {
    recorder.stop()
    restore()
  }
}

/** Listens on a free port of the loopback interface. */
export async function startServer(program: Program, transport: Transport): Promise<Server> {
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
  way: Way,
  recorder: Recorder,
): Promise<string[]> {
  const program = await buildProgram(scenario, side, recorder)
  const lines = recorder.take()
  if (!program) return lines
  const part = partOf(way)
  const door = await open(program, way)
  try {
    for (const talk of conversationsFor(scenario, side, part)) {
      const exchange = await door.converse(talk)
      if (scenario.linger) await settle(scenario.linger)
      lines.push(...recorder.take(), ...part.show(exchange, side))
    }
  } finally {
    await door.close()
  }
  return [...lines, ...recorder.take()]
}

async function open(program: Program, way: Way): Promise<Door> {
  if (way === 'shared part over HTTP/2') {
    // Applications take the messages of both versions.
    return openHttp2(program as unknown as Http2Listener)
  }
  // A bare listener has no `fetch`.
  if (way === 'web part over fetch' && 'fetch' in program) return openFetch(program as Fetching)
  const server = await startServer(program, way === 'app.listen' ? way : 'http.createServer')
  return {
    converse: (talk) => converse(addressOf(server), talk),
    close: () => stopServer(server),
  }
}

function conversationsFor({ requests }: Scenario, { leavesOut }: Side, part: Part): Conversation[] {
  const asks = (request: RawRequest, talk: Conversation) =>
    part.obstacleOf(request, talk) === undefined &&
    !leavesOut?.test(request.bytes.toString('latin1'))
  return requests
    .map(toConversation)
    .map((talk) => ({ ...talk, requests: talk.requests.filter((one) => asks(one, talk)) }))
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

/** What the versions of HTTP share: no reason phrase, no framing, no state of the connection. */
function showShared({ answers }: Exchange, side: Side): string[] {
  return answers.flatMap(({ request, responses }) => [
    `→ ${showLabel(request)}`,
    ...(responses.length > 0
      ? responses.flatMap((response) => showSharedResponse(response, side))
      : ['← nothing']),
  ])
}

/** What a web `Response` has: headers by name, without those of the connection; no trailers. */
function showFetched({ answers }: Exchange, side: Side): string[] {
  return answers.flatMap(({ request, responses }) => {
    const final = responses.filter(({ status }) => status >= 200)
    return [
      `→ ${showLabel(request)}`,
      ...(final.length > 0
        ? final.flatMap((response) => showFetchedResponse(response, side))
        : ['← nothing']),
    ]
  })
}

function showFetchedResponse(response: RawResponse, side: Side): string[] {
  const { body, complete, framing, status } = response
  const state = complete || framing === 'until-close' ? '' : '(incomplete) '
  return [
    `← ${status}`,
    ...fetchedHeaders(response, side).map(([name, value]) => `  ${name}: ${value}`),
    `  ${state}${JSON.stringify(normaliseBody(body))}`,
  ]
}

function showSharedResponse(response: RawResponse, side: Side): string[] {
  const { body, complete, framing, status, trailers } = response
  const state = complete || framing === 'until-close' ? '' : '(incomplete) '
  return [
    `← ${status}`,
    ...sharedHeaders(response, side).map(([name, value]) => `  ${name}: ${value}`),
    `  ${state}${JSON.stringify(normaliseBody(body))}`,
    ...trailers.map(([name, value]) => `  trailer ${name.toLowerCase()}: ${value}`),
  ]
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
