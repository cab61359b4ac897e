/**
 * The only door to `node/`. Everything that uses a private name of Node, or goes around a member that
 * Node documents, is behind it. Each function falls back to Node's documented interface if
 * `internals.ts` does not allow the shortcut, so callers need not ask which ones this process uses.
 */

// Messages and servers

/** Creates a server whose messages get those prototypes when Node constructs them. */
/** Makes a server that the user created do the same, as long as the application is its only listener. */
export { adoptServer, createServerFor } from './server/adopt-server.ts'
/** Finds the servers of this process that nothing else reported. */
export { activeServers } from './server/connections.ts'
/** Finds the connections of a server: all, those of HTTP/1, the idle ones, the sessions of HTTP/2. */
export { connectionsOf } from './server/connections-of.ts'
/** Gives the members of a dialect to the requests and responses that servers of one application get. */
export { createMessagePrototypes } from './server/message-classes.ts'
/** Gives the WebSocket requests of a server to an application, and leaves it the others. */
export { takeUpgrades } from './server/upgrades.ts'

// Requests without a connection

export type { DirectConnection, DirectExchange } from './server/direct.ts'
/**
 * `takesDirectRequests` says whether handlers of a server may get requests without a connection. Then
 * `createExchange` constructs a request and its response. `setHeaderLines` gives a message its headers, and
 * `trailersOf` reads the trailers of a response. `expireConnection` reports a timeout.
 */
export {
  createExchange,
  expireConnection,
  setHeaderLines,
  takesDirectRequests,
  trailersOf,
} from './server/direct.ts'

// The stream of a request

/** Says whether a request is conditional, without parsing its headers if their names tell. */
export { isConditional } from './request/raw-headers.ts'
/** Refuses a body: the client is not asked to send it, and can read the response. */
export { refuseBody } from './request/refuse-body.ts'
/**
 * `forgoEnd` declares that no handler will read a request, and says whether a response need not wait
 * for its end. `leaveStreamToNode` prepares a request that Node did not construct for HTTP/1: Node runs
 * its stream. `stopTap` gives the rest of a tapped body back to the stream.
 */
export { forgoEnd, leaveStreamToNode, stopTap } from './request/stream.ts'
/**
 * `streamMembers` are members of requests that let Node's stream rest until something observes it.
 * `tapBody` hands a body to a parser chunk by chunk, without stream events, if nothing could observe
 * that.
 */
export { streamMembers, tapBody } from './request/stream-members.ts'

// The members of a response

/**
 * `headerMembers` are members of responses that know the headers that Node does not hold yet.
 * `leaveHeadersToNode` prepares a response that Node did not construct for HTTP/1: Node holds its
 * headers.
 */
export { headerMembers, leaveHeadersToNode } from './response/deferred-headers.ts'
/**
 * `emitAsNode` emits an event as Node does, and closes the request in Node's order. `nativeOf` finds
 * Node's members behind those of a response, as they are now.
 */
export { emitAsNode, nativeOf } from './response/native-members.ts'
/** Says whether the memory of a chunk is free again as soon as `write` has called back. */
export { freesChunks } from './response/plain-socket.ts'
/**
 * `recordPristineMembers` records the members of a dialect before a program can replace one of them.
 * Then `isPristine` says whether no program sees how a response is sent, and `hasPristineReader`
 * whether no program sees that the engine reads its headers.
 */
export { hasPristineReader, isPristine, recordPristineMembers } from './response/pristine.ts'

// Sending a response

export type { BodyTap } from './request/stream.ts'
/** `deferHeader` adds a header that Node gets with the head, `flushDeferred` hands them to Node now. */
export { deferHeader, flushDeferred } from './response/deferred-headers.ts'
/**
 * `dropBody` makes Node drop the body of a response to a status that allows none. `forgetHeader` removes
 * a header as if it had never been set, so that Node frames the body as usual. `checkBeforeHead` lets a
 * function throw before Node writes the head of a response for a body.
 */
export { checkBeforeHead, dropBody, forgetHeader } from './response/framing.ts'
export type { Head, SentBody } from './response/head.ts'
/**
 * `listHead` collects the headers of a response in a list that leaves with the body in one write, if no
 * program can observe that. `NodeHead` sets them through the members of the response in all other cases.
 */
export { listHead, NodeHead } from './response/head.ts'
/** Calls back when a response closes, also if its connection closes before its turn. */
export { onResponseClose } from './response/on-close.ts'
export type { Handshake } from './server/upgrades.ts'
