const replacements = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

class Html {
  constructor(text) {
    this.text = text
  }
}

/** A template whose values are escaped, unless they are HTML of this function themselves. */
export function html(strings, ...values) {
  const parts = strings.map((text, at) => text + (at < values.length ? escapeHtml(values[at]) : ''))
  return new Html(parts.join(''))
}

function escapeHtml(value) {
  if (value instanceof Html) return value.text
  return String(value).replace(/[&<>"']/g, (character) => replacements[character])
}

/** A whole page. */
export function page(title, content) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.text
}
