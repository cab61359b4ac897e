import type { Layers } from './live.ts'
import type { Place } from './model.ts'

export type Method = (this: object, ...args: unknown[]) => unknown

/** A module of the framework, with the prototypes that programs register on. */
export interface Framework {
  readonly dialect: string
  readonly factory: Record<string, unknown>
  /** Folders whose frames are not the program's. */
  readonly folder: string
  /** Whether routes have names and URLs, and parameters patterns: webapp, and not Express. */
  readonly writesUrls: boolean
}

/** A call that registers something. */
export interface Call {
  readonly type: 'route' | 'use'
  readonly methods: string[]
  readonly paths: unknown[]
  readonly handlers: object[]
  readonly place: Place | undefined
  readonly layers: Layers
  /** The name of the route. */
  readonly name: string | undefined
  /** Whether the route is one of a set, which the program describes elsewhere. */
  readonly isOfSet: boolean
}

/** An application or a router, and what was registered in it. */
export interface Holder {
  readonly self: object
  readonly kind: 'app' | 'router'
  readonly framework: Framework
  readonly calls: Call[]
  /** Parameters with a callback or a pattern. */
  readonly parameters: string[]
  /** Regular expressions by the name of a parameter. */
  readonly patterns: Map<string, string[]>
}

/** Registrations inside of others are not recorded. */
export const recording = { depth: 0 }

/** Runs a function whose registrations are not recorded. */
export function withoutRecording<T>(run: () => T): T {
  recording.depth++
  try {
    return run()
  } finally {
    recording.depth--
  }
}
