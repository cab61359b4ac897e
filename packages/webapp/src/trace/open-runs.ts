import type { ServerResponse } from 'node:http'
import { onResponseClose } from '../node/index.ts'
import type { Finish, TraceState } from './trace-state.ts'

/** Adds an unfinished run of a handler. It finishes when the response closes, at the latest. */
export function openRun(state: TraceState, res: ServerResponse, finish: Finish): void {
  if (state.runs === undefined) {
    state.runs = []
    // If the request has an event, the end of the request finishes them.
    if (state.event === undefined) onResponseClose(res, () => finishRuns(state))
  }
  state.runs.push(finish)
}

export function closeRun({ runs }: TraceState, finish: Finish): void {
  if (runs === undefined) return
  // Most runs finish in the reverse order.
  const place = runs.lastIndexOf(finish)
  if (place === runs.length - 1) runs.pop()
  else if (place !== -1) runs.splice(place, 1)
}

/** The innermost run comes first. */
export function finishRuns({ runs }: TraceState): void {
  for (let run = runs?.pop(); run !== undefined; run = runs?.pop()) run('answered')
}
