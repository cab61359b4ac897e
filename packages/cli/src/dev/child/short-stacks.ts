import { shortenStacks } from '../stack-lines.ts'

type Write = (this: unknown, ...args: unknown[]) => boolean

/** Shortens the stacks that the program writes to the console. The errors keep theirs. */
export function shortenOutput(framework: string): void {
  for (const stream of [process.stdout, process.stderr]) {
    const original = stream.write as Write
    const write: Write = function write(...args) {
      const [chunk, encoding] = args
      const isText = typeof chunk === 'string' && (typeof encoding !== 'string' || isUtf8(encoding))
      return isText
        ? original.call(this, shortenStacks(chunk, framework), ...args.slice(1))
        : original.apply(this, args)
    }
    Object.assign(stream, { write })
  }
}

function isUtf8(encoding: string): boolean {
  return /^utf-?8$/i.test(encoding)
}
