import { escapeHtml } from '../../../http/escape-html.ts'

/** The HTML page of `errorHandler`: the first line of the error as heading, then its stack. */
export function renderErrorPage(
  title: string,
  status: number,
  [head, stack]: readonly [string, readonly string[]],
): string {
  const shownHead = escapeText(head)
  const frames = stack.map((line) => `<li>${escapeText(line)}</li>`).join('')
  return `<!DOCTYPE html>
<html>
  <head>
    <meta charset="utf-8">
    <title>${shownHead}</title>
    <style>
      body { margin: 4em; font: 14px/1.5 sans-serif; color: #444; background: #f4f4f4; }
      h1 { font-size: 3em; }
      ul { list-style: none; padding: 0 0 0 2em; font-family: monospace; }
    </style>
  </head>
  <body>
    <div id="wrapper">
      <h1>${escapeText(title)}</h1>
      <h2><em>${status}</em> ${shownHead}</h2>
      <ul id="stacktrace">${frames}</ul>
    </div>
  </body>
</html>
`
}

/** Escapes text and keeps its indentation. */
function escapeText(text: string): string {
  return escapeHtml(text).replaceAll('  ', ' &nbsp;')
}
