/** The body of a response by its type: JSON, text, events, lines of JSON, or anything else. */
export async function readContent(response: Response): Promise<unknown> {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? ''
  if (response.body && /^text\/event-stream$/i.test(type)) return readEvents(response.body)
  if (response.body && /^application\/(jsonl|x-ndjson)$/i.test(type))
    return readItems(response.body)
  if (/json$|^text\//i.test(type)) {
    const text = await response.text()
    if (/json$/i.test(type)) return text === '' ? undefined : parse(text)
    return text
  }
  const blob = await response.blob()
  return blob.size > 0 ? blob : undefined
}

/** Text that is not JSON stays text: a response never rejects. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
async function* readEvents(body: ReadableStream<Uint8Array>) {
  let event = ''
  let id = ''
  let data: string[] = []
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: parse(data.join('\n')), id }
      event = ''
      data = []
    }
    const [, field, value = ''] = /^([^:]+):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'data') data.push(value)
  }
}

async function* readItems(body: ReadableStream<Uint8Array>) {
  for await (const line of readLines(body)) if (line) yield parse(line)
}

/** The lines of a stream. If the program leaves the loop, the response is cancelled. */
async function* readLines(body: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  try {
    for (let isDone = false; !isDone; ) {
      const chunk = await reader.read()
      isDone = chunk.done
      rest += decoder.decode(chunk.value, { stream: !isDone })
      // A carriage return at the end may be half of a line break.
      const lines = rest.split(isDone ? /\r\n?|\n/ : /\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest) yield rest
  } finally {
    reader.cancel().catch(() => {})
  }
}
