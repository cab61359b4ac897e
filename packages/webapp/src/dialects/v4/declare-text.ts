import type { Res } from '../../http/exchange.ts'
import type { Head } from '../../node/index.ts'
import { declareHtml } from '../../response/send.ts'
import { withUtf8 } from './media-type.ts'

/** Sets the Content-Type of text, and completes one that the program set. */
export function declareText(head: Head, res: Res, text: string | null): void {
  if (text !== null && !head.get('Content-Type')) declareHtml(head, res)
  const type = head.get('Content-Type')
  if (typeof type === 'string') head.set('Content-Type', withUtf8(type))
}
