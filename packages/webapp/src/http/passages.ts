import type { IncomingMessage } from 'node:http'

/**
 * Some layers that a request went past. Returns whether one of them would have handled the usual
 * spelling of the path, but did not handle the path of the request.
 */
export type Passage = () => boolean

const kPassages = Symbol('webapp.passages')

interface Recorded extends IncomingMessage {
  [kPassages]?: Passage[]
}

/** Records layers that a request with an unusual path went past. A file server asks for them. */
export function recordPassage(req: IncomingMessage, passage: Passage): void {
  const recorded = req as Recorded
  recorded[kPassages] ??= []
  recorded[kPassages].push(passage)
}

/**
 * Whether the request evaded a layer: the layer handles the usual spelling of the path, under which
 * a file server finds the same file, but not the spelling that the client sent.
 */
export function evadesLayer(req: IncomingMessage): boolean {
  return (req as Recorded)[kPassages]?.some((passage) => passage()) ?? false
}
