import type { Worker } from 'node:cluster'

/** The connection of a client in the primary: an object of Node's, not a `net.Socket`. */
interface Handle {
  close(...args: unknown[]): void
}

interface ClusterMessage {
  readonly cmd?: unknown
  readonly act?: unknown
  readonly seq?: unknown
  readonly ack?: unknown
  accepted?: boolean
}

type Send = (message: ClusterMessage, handle?: Handle, ...rest: unknown[]) => boolean

/** How often the channel of a worker that has ended is looked at, in milliseconds. */
const CHANNEL_CHECK = 10

/**
 * Gives the connections that a worker did not accept before it died to other workers, and closes those
 * that no worker is left for. Without this they would stay open without a response for ever.
 *
 * Node's primary sends `newconn` with a number and the connection, and the worker replies with this
 * number. If the worker has died, this sends the reply of a worker that does not accept it. Without
 * these messages, as with `NODE_CLUSTER_SCHED_POLICY=none`, this does nothing.
 */
export function saveConnections({ process: child }: Worker, hasOthers: () => boolean): void {
  const unanswered = new Map<unknown, Handle>()
  const send = child.send as unknown as Send
  const sendAndRecord: Send = function (this: unknown, message, handle, ...rest) {
    if (handle && message.cmd === 'NODE_CLUSTER' && message.act === 'newconn') {
      unanswered.set(message.seq, handle)
      // Node closes a connection that a channel has not delivered when it ends.
      handle.close = () => undefined
    }
    return send.call(this, message, handle, ...rest)
  }
  Object.assign(child, { send: sendAndRecord })
  const release = (seq: unknown): Handle | undefined => {
    const handle = unanswered.get(seq)
    if (handle !== undefined && unanswered.delete(seq)) Reflect.deleteProperty(handle, 'close')
    return handle
  }
  // Before Node's own listener, which closes an accepted connection and passes on the others.
  child.prependListener('internalMessage', (message: ClusterMessage) => {
    const handle = release(message.ack)
    if (handle !== undefined && message.accepted !== true && !hasOthers()) message.accepted = true
  })
  let isConnected = true
  child.once('disconnect', () => {
    isConnected = false
    for (const seq of [...unanswered.keys()]) {
      child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack: seq, accepted: false })
    }
  })
  // If the worker has died before it received a connection, Node waits for that and does not emit
  // `disconnect`. The channel may still hold replies: until it is read to its end, `connected` is true.
  const disconnect = () => {
    if (child.connected) setTimeout(disconnect, CHANNEL_CHECK)
    else if (isConnected) child.emit('disconnect')
  }
  child.once('exit', () => setTimeout(disconnect, CHANNEL_CHECK))
}
