export type Member = ((...args: never[]) => unknown) | undefined

/**
 * Whether a member is Node's own. A name that only Node's source uses identifies it: tracing tools
 * that load first replace members, and then have to see every call.
 */
export function isNodesOwn(member: Member, name: string): boolean {
  return member !== undefined && Function.prototype.toString.call(member).includes(name)
}

/** Whether all of these members are Node's own, each with a name that only Node's source uses. */
export function areNodesOwn(prototype: object, names: Readonly<Record<string, string>>): boolean {
  const members = prototype as Readonly<Record<string, Member>>
  return Object.entries(names).every(([member, name]) => isNodesOwn(members[member], name))
}

/** Members of responses that deferred headers bypass. */
export const HEADER_MEMBERS = {
  setHeader: 'kOutHeaders',
  getHeader: 'kOutHeaders',
  hasHeader: 'kOutHeaders',
  getHeaderNames: 'kOutHeaders',
  getRawHeaderNames: 'kOutHeaders',
  removeHeader: '_removedTE',
}

/** Members of responses that a single write bypasses. */
export const SENDING_MEMBERS = {
  end: 'kCorked',
  write: 'write_(',
  writeHead: '_storeHeader',
  _implicitHeader: 'this.writeHead(this.statusCode)',
  _send: '_headerSent',
  _storeHeader: '_defaultKeepAlive',
  _writeRaw: '_httpMessage',
  _flushOutput: 'outputData',
  cork: 'kCorked',
  uncork: 'kCorked',
}

/** Members of responses that the lane bypasses. */
export const CONNECTION_MEMBERS = {
  assignSocket: '_httpMessage',
  detachSocket: '_httpMessage',
  _finish: 'Statistics',
  _flush: '_flushOutput',
  _flushOutput: 'outputData',
  emit: 'kErrorMonitor',
}

/** Members of responses that direct requests rely on. */
export const DIRECT_RESPONSE_MEMBERS = {
  setHeader: 'kOutHeaders',
  writeHead: '_storeHeader',
  _storeHeader: '_defaultKeepAlive',
  _writeRaw: '_httpMessage',
  assignSocket: '_httpMessage',
  detachSocket: '_httpMessage',
}

/** Members of requests that an unread end bypasses. */
export const STREAM_MEMBERS = {
  push: 'readableAddChunk',
  read: 'endReadable',
  resume: 'resume(this, state)',
  unpipe: 'hasUnpiped',
  // Without its first letter: Node 18 writes `readableListening` there, newer versions `kReadableListening`.
  on: 'eadableListening',
  removeAllListeners: 'updateReadableListening',
  listenerCount: 'this._events',
  destroy: '_writableState',
  _read: '_consuming',
  _destroy: "'aborted'",
  _dump: '_dumped',
}

/** Members of `EventEmitter.prototype`, behind those of requests. */
export const EMITTER_MEMBERS = {
  emit: 'kErrorMonitor',
  on: '_addListener',
  removeAllListeners: '_eventsCount',
}
