import { type PrimaryMessage, unwrap, type WorkerMessage, wrap } from '../messages.ts'

/** The channel to the primary. It does not keep a worker running that has nothing else to do. */
export class PrimaryLink {
  constructor() {
    process.channel?.unref()
  }

  send(message: WorkerMessage): void {
    // If the primary has ended, Node ends this process.
    process.send?.(wrap(message), undefined, undefined, () => undefined)
  }

  onMessage(take: (message: PrimaryMessage) => void): void {
    process.on('internalMessage' as 'message', (value: unknown) => {
      const message = unwrap<PrimaryMessage>(value)
      if (message !== undefined) take(message)
    })
  }

  /** Whether the worker waits for the primary, which binds its ports. */
  setWaiting(isWaiting: boolean): void {
    if (isWaiting) process.channel?.ref()
    else process.channel?.unref()
  }
}
