const replacements: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A template whose values are escaped, unless they are HTML of this function themselves. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Html {
  const parts = strings.map((text, at) => text + (at < values.length ? escapeHtml(values[at]) : ''))
  return new Html(parts.join(''))
}

function escapeHtml(value: unknown): string {
  if (value instanceof Html) return value.text
  return String(value).replace(/[&<>"']/g, (character) => replacements[character] ?? '')
}

/** A whole page. */
export function page(title: string, content: Html): string {
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
