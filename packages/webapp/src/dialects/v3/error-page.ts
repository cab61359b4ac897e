import { htmlPage, type PageStyle } from '../../errors/final-handler.ts'
import { renderText } from '../../errors/page.ts'

/** 3.x sends a line of plain text where newer versions send an HTML page. */
export const pageStyle: PageStyle = {
  render: (message) => `${renderText(message)}\n`,
  headers: htmlPage.headers,
  describePath: (req) => req.originalUrl || req.url || '',
}
