import { escapeHtml } from '../http/escape-html.ts'

/** Renders an HTML page with the escaped text. `title` is not escaped. */
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

/** Escapes text for HTML; keeps line breaks and indentation. */
export function renderText(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>').replaceAll('  ', ' &nbsp;')
}
