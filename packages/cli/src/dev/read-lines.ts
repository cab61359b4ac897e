import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/** Calls back for each complete line of a stream. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8')
  let parts: string[] = []
  stream.on('data', (chunk: Buffer) => {
    const [first = '', ...others] = decoder.write(chunk).split('\n')
    parts.push(first)
    for (const next of others) {
      const line = parts.join('')
      parts = [next]
      if (line !== '') onLine(line)
    }
  })
}
