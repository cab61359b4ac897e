import { elementsFromEnd, type ForwardedElement, nodeName } from './forwarded.ts'
import type { TrustFunction } from './x-forwarded.ts'

/** The setting that chooses between Forwarded and the headers X-Forwarded-*. */
export const FORWARDED_SETTING = 'forwarded header'

/** What trusted proxies say about a request. */
export interface TrustedHops {
  /** The address of the socket, then those that trusted proxies name, the nearest one first. */
  readonly addresses: string[]
  /** A parameter, from the trusted proxy nearest to the client that names it. */
  told(name: string): string | undefined
}

/** Follows a header Forwarded from proxy to proxy, as long as they are trusted. */
export function readTrustedHops(
  header: string,
  peer: string | undefined,
  trust: TrustFunction,
): TrustedHops {
  // As in Express: a request whose socket is gone has no address.
  const addresses = [peer as string]
  const elements: ForwardedElement[] = []
  for (const element of elementsFromEnd(header)) {
    const hop = addresses.length - 1
    if (!trust(addresses[hop] as string, hop)) break
    elements.push(element)
    const address = nodeName(element.get('for'))
    if (address === undefined) break
    addresses.push(address)
  }
  elements.reverse()
  return {
    addresses,
    told: (name) => elements.find((element) => element.has(name))?.get(name),
  }
}
