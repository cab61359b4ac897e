import { currentExchange } from './exchange.ts'

type Write = (this: unknown, ...args: unknown[]) => boolean

/** Keeps what the program writes to the console beside the request that it handles. */
export function followOutput(): void {
  follow('stdout')
  follow('stderr')
}

function follow(name: 'stdout' | 'stderr'): void {
  const stream = process[name]
  const original = stream.write as Write
  const write: Write = function write(...args) {
    const [chunk] = args
    const exchange = currentExchange.getStore()
    if (exchange?.isRecorded) {
      exchange.addOutput(
        name,
        typeof chunk === 'string' ? chunk : Buffer.from(chunk as Buffer).toString(),
      )
    }
    return original.apply(this, args)
  }
  Object.assign(stream, { write })
}
