import { errors, layers, requests, routes } from './channels.ts'

/**
 * Whether anybody listens. Looked at when a request arrives, for each layer would pay for it: who
 * subscribes meanwhile hears of the next request.
 */
export const watch = {
  requests: false,
  layers: false,
  /** Where requests are: what anybody wants to know. */
  places: false,
}

/** Looks for subscribers; tells whether a request that is going to `callback` begins for them. */
export function startsTracedRequest(callback: unknown): boolean {
  refreshSubscriptions()
  return watch.requests && callback === undefined
}

export function refreshSubscriptions(): void {
  watch.requests = requests.isWatched
  watch.layers = layers.isWatched || errors.hasSubscribers
  watch.places = watch.requests || watch.layers || routes.hasSubscribers
}
