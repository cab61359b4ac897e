/** The entry of the ledger that a pattern belongs to. */
export function ledgerId(text: string): string {
  if (text === '*') return 'D-007'
  if (/:\w+\(/.test(text)) return 'D-003'
  if (/:\w+:\w/.test(text)) return 'D-079'
  if (/[+|[\]()]|\)\?|:\w+\*/.test(text)) return 'D-004'
  if (text.includes('*')) return 'D-001'
  return text.includes('?') ? 'D-002' : 'D-004'
}
