import { isIPv6 } from 'node:net'

// Names as in DNS, and the other characters that a name may have unencoded (RFC 3986, 3.2.2). A
// comma is missing: it separates the values of a list.
const HOST = /^(?:\[([\da-f:.]+)\]|[\w.~!$&'()*+;=-]+)(?::\d*)?$/i

/**
 * A host with an optional port; undefined if it is malformed. Programs compare it with names that
 * they allow and put it into links, so `evil.com:x@good.com` must not pass for either host.
 */
export function checkHost(host: string | undefined): string | undefined {
  const match = HOST.exec(host ?? '')
  if (match === null) return undefined
  const [, address] = match
  return address === undefined || isIPv6(address) ? host : undefined
}
