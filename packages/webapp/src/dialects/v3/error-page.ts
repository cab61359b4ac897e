import type { PageStyle } from '../../errors/final-handler.ts'
import { renderText } from '../../errors/page.ts'

/** 3.x answers with a line of text where later versions have a page. */
export const pageStyle: PageStyle = {
  render: (message) => `${renderText(message)}\n`,
  headers: {
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'text/html; charset=utf-8',
  },
  describePath: (req) => req.originalUrl || req.url || '',
}
