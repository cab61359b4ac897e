/**
 * Headers that describe one connection (RFC 9110, 7.6.1). They are dropped when a message is passed
 * on to another transport.
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
