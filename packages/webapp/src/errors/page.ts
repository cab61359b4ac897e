import escapeHtml from 'escape-html'

/** A small page with text, which is escaped and keeps its lines and indents. */
export function renderPage(title: string, text: string): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
</head>
<body>
<pre>${renderText(text)}</pre>
</body>
</html>
`
}

/** Text as HTML that keeps its lines and indents. */
export function renderText(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>').replaceAll('  ', ' &nbsp;')
}
