/**
 * Headers about a connection, not about what goes over it (RFC 9110, 7.6.1): a message that leaves
 * its connection leaves them behind.
 */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function isHopByHop(name: string): boolean {
  return HOP_BY_HOP.has(name.toLowerCase())
}
