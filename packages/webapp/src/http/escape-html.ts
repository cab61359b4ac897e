const ENTITIES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#39;',
  '<': '&lt;',
  '>': '&gt;',
}

/** A text for the content or an attribute of a page. */
export function escapeHtml(value: unknown): string {
  return String(value).replace(/["&'<>]/g, (character) => ENTITIES[character] ?? '')
}
