import type { App, Arg, Express, Handler, Layer, Next, Req, Res, Router } from './express.ts'
import type { Probe } from './probe.ts'
import { cases, probes, type Scenario, scenario } from './scenario.ts'

/** Members that only 4.x (and older) has, on top of those that scenarios see everywhere. */
export interface V4Req extends Req {
  param(...args: Arg[]): unknown
  acceptsCharset(...args: Arg[]): unknown
  acceptsEncoding(...args: Arg[]): unknown
  acceptsLanguage(...args: Arg[]): unknown
  _body?: unknown
}

export interface V4Res extends Res {
  sendfile(...args: Arg[]): unknown
}

export interface V4Layer extends Layer {
  regexp: RegExp & { fast_star?: boolean; fast_slash?: boolean }
}

export interface V4Router extends Omit<Router, 'stack' | 'params'> {
  stack: V4Layer[]
  params: unknown
  _params: unknown
}

export interface V4App extends App {
  _router?: V4Router
  lazyrouter(): void
  del(...args: Arg[]): App
}

export interface V4Express extends Omit<Express, never> {
  (): V4App
  query(...args: Arg[]): Handler
  readonly static: ((...args: unknown[]) => Handler) & {
    readonly mime: { lookup(name: string): string } & Record<string, unknown>
  }
}

/** The layers of an application: in 4.x `app.router` throws. */
export function stackOf(app: App): Layer[] {
  return ((app as V4App)._router ?? app.router).stack
}

const only4 = { dialects: ['4.x'] } as const

type Details = Omit<Parameters<typeof scenario>[3] & object, 'dialects'>
type V4Handler = (req: V4Req, res: V4Res, next: Next, probe: Probe) => unknown

export function cases4(
  prefix: string,
  handlers: Record<string, V4Handler>,
  details: Details & Pick<Partial<Scenario>, 'requests'> = {},
): Scenario[] {
  return cases(prefix, handlers as Parameters<typeof cases>[1], { ...details, ...only4 })
}

export function probes4(
  prefix: string,
  programs: Record<string, (express: V4Express, probe: Probe) => unknown>,
): Scenario[] {
  return probes(prefix, programs as Parameters<typeof probes>[1], only4)
}

export function scenario4(
  name: string,
  app: (express: V4Express, probe: Probe) => ReturnType<Scenario['app']>,
  requests: Scenario['requests'] = [],
  details: Details = {},
): Scenario {
  return scenario(name, app as Scenario['app'], requests, { ...details, ...only4 })
}
