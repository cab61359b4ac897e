/** Characters of a page in which its policies are looked for, and of one tag. */
const MAX_HEAD = 65_536
const MAX_TAG = 8192

/** The head of a page, collected from the chunks of its body. */
export class PageHead {
  #text = ''

  add(bytes: Buffer): void {
    // Names and policies are ASCII.
    if (this.#text.length < MAX_HEAD) this.#text += bytes.toString('latin1', 0, MAX_HEAD)
  }

  /** The policies in `<meta http-equiv="Content-Security-Policy">`. Browsers ignore `sandbox` there. */
  get policies(): string[] {
    return findMetas(this.#text)
      .filter((tag) => tag.get('http-equiv')?.trim().toLowerCase() === 'content-security-policy')
      .map((tag) => (tag.get('content') ?? '').replace(/(^|[;,])\s*sandbox\b[^;,]*/gi, '$1'))
  }
}

/** Text in these elements is not a tag. The last one may be cut. */
const RAW = /<!--[\s\S]*?(?:-->|$)|<(script|style|noscript|template|title)\b[\s\S]*?(?:<\/\1|$)/gi

/** The attributes of each `meta` of the head. */
function findMetas(html: string): ReadonlyMap<string, string>[] {
  const [head = ''] = html.replace(RAW, '').split(/<\/head|<body/i, 1)
  return head
    .split(/<meta(?=[\s/])/i)
    .slice(1, 100)
    .map((text) => parseAttributes(text.slice(0, MAX_TAG)))
}

const ATTRIBUTE = /\s*\/?\s*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/y

/** The attributes at the beginning of a text, up to the end of the tag. The first of a name counts. */
function parseAttributes(text: string): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>()
  for (let at = 0; ; ) {
    ATTRIBUTE.lastIndex = at
    const found = ATTRIBUTE.exec(text)
    if (found === null) return attributes
    const [whole, name = '', double, single, bare] = found
    at += whole.length
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, decode(double ?? single ?? bare ?? ''))
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&apos;': "'",
  '&quot;': '"',
  '&amp;': '&',
}

/** Template engines escape the quotes of a policy. */
function decode(value: string): string {
  return value.replace(/&#(?:39|x27);|&(?:apos|quot|amp);/gi, (entity) => ENTITIES[entity] ?? "'")
}
