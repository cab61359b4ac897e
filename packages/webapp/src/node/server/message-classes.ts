import { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Req, Res } from '../../http/exchange.ts'
import { initTarget } from '../../http/target.ts'
import { startStream } from '../request/stream.ts'
import { startDeferred } from '../response/deferred-headers.ts'
import { kCloseCallbacks, kLane, kRequest } from './connection.ts'

type RequestClass = typeof IncomingMessage
type ResponseClass = typeof ServerResponse<IncomingMessage>

// Which class makes messages with a given prototype, for the servers that an application starts.
const requestClasses = new WeakMap<object, RequestClass>()
const responseClasses = new WeakMap<object, ResponseClass>()

/** The prototypes of the requests and the responses of an application or of a dialect. */
export interface MessagePrototypes {
  readonly request: object
  readonly response: object
}

/**
 * The prototypes of all requests and responses of one application, which extend those of its dialect.
 *
 * They are the prototypes of classes that `app.listen` hands to Node, so that Node
 * constructs a message with its prototype: changing the prototype later costs more than the rest of a
 * small request.
 */
export function createMessagePrototypes(bases: MessagePrototypes, app: unknown): MessagePrototypes {
  return {
    request: createRequestPrototype(bases.request, app),
    response: createResponsePrototype(bases.response, app),
  }
}

function createRequestPrototype(base: object, app: unknown): object {
  class AppRequest extends IncomingMessage {
    declare res: Res | undefined
    declare next: Req['next'] | undefined
    declare baseUrl: string | undefined
    declare originalUrl: string | undefined
    declare params: Req['params'] | undefined

    // Node gives the socket alone, Bun all that it knows of the request.
    constructor(...args: [socket: Socket]) {
      super(...args)
      // The fields that dispatch writes for each request, in one order: requests keep one hidden
      // class. Not `route`, because programs ask whether a request has one.
      this.res = undefined
      this.next = undefined
      this.baseUrl = undefined
      this.originalUrl = undefined
      this.params = undefined
      initTarget(this)
      startStream(this)
    }
  }
  return adopt(AppRequest, requestClasses, base, app)
}

function createResponsePrototype(base: object, app: unknown): object {
  class AppResponse extends ServerResponse<IncomingMessage> {
    declare locals: Res['locals'] | undefined
    declare [kLane]: object | undefined
    declare [kCloseCallbacks]: unknown
    declare [kRequest]: object | undefined

    constructor(...args: ConstructorParameters<typeof ServerResponse>) {
      super(...args)
      this.locals = undefined
      this[kLane] = undefined
      this[kCloseCallbacks] = undefined
      this[kRequest] = args[0]
      startDeferred(this)
    }
  }
  return adopt(AppResponse, responseClasses, base, app)
}

/** The classes whose messages have these prototypes; none if a user replaced one of the two. */
export function messageClasses(prototypes: MessagePrototypes): {
  IncomingMessage?: RequestClass
  ServerResponse?: ResponseClass
} {
  const request = requestClasses.get(prototypes.request)
  const response = responseClasses.get(prototypes.response)
  return request && response ? { IncomingMessage: request, ServerResponse: response } : {}
}

function adopt<Class extends abstract new (...args: never[]) => object>(
  Message: Class,
  classes: WeakMap<object, Class>,
  base: object,
  app: unknown,
): object {
  const { prototype } = Message as { prototype: object }
  Object.setPrototypeOf(prototype, base)
  // `constructor` comes from Node's class, as in an object made with Object.create.
  Reflect.deleteProperty(prototype, 'constructor')
  Object.defineProperty(prototype, 'app', {
    configurable: true,
    enumerable: true,
    writable: true,
    value: app,
  })
  classes.set(prototype, Message)
  return prototype
}
