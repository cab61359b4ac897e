import { errorChannel, layerChannels, requestChannels, routeChannel } from './channels.ts'

/**
 * Which events have subscribers. Hot path: read from the channels once per request, not per layer.
 * A subscriber that is added during a request receives events from the next request on.
 */
export const subscriptions = {
  requests: false,
  layers: false,
  /** Whether to record route patterns; every kind of event contains them. */
  routePatterns: false,
}

/**
 * Refreshes the subscriptions. Returns whether to trace a request; with `callback` it comes from an
 * outer application, which has traced it.
 */
export function startsTracedRequest(callback: unknown): boolean {
  refreshSubscriptions()
  return subscriptions.requests && callback === undefined
}

export function refreshSubscriptions(): void {
  subscriptions.requests = requestChannels.hasSubscribers
  subscriptions.layers = layerChannels.hasSubscribers || errorChannel.hasSubscribers
  subscriptions.routePatterns =
    subscriptions.requests || subscriptions.layers || routeChannel.hasSubscribers
}
