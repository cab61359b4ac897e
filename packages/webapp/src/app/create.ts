import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { givesHints } from '../errors/mistakes.ts'
import { places } from '../errors/places.ts'
import type { Next } from '../http/exchange.ts'
import { createMessagePrototypes } from '../node/index.ts'
import { keepFast } from '../runtime/fast-properties.ts'
import { loadPackagesForTests } from '../runtime/late-packages.ts'
import { applicationChannel } from '../trace/channels.ts'
import { addMembers, addTools } from './additions.ts'
import type { Application } from './application.ts'
import { type Dialect, recordDialect } from './dialect.ts'
import { factories } from './factories.ts'

/** The factory of a dialect: each call creates an application. */
export function createFactory(dialect: Dialect): () => Application {
  // Applications inherit from the members of their dialect, so that later additions show in them.
  Object.setPrototypeOf(dialect.application, Function.prototype)
  addMembers(dialect.application)
  loadPackagesForTests()

  const factory = function createApplication() {
    const created = function app(req: IncomingMessage, res: ServerResponse, next?: Next) {
      created.handle(req, res, next)
    } as Application
    Object.setPrototypeOf(created, dialect.application)
    copyMembers(created, EventEmitter.prototype)
    copyMembers(created, dialect.application)
    recordDialect(created, dialect)
    Object.assign(created, createMessagePrototypes(dialect, created))
    places.areRecorded = givesHints()
    created.init()
    keepFast(created, 'settings')
    keepFast(created.settings, 'env')
    if (applicationChannel.hasSubscribers) applicationChannel.publish({ app: created })
    return created
  }
  addTools(factory)
  factories.push(factory)
  return factory
}

function copyMembers(target: object, source: object): void {
  for (const name of Object.getOwnPropertyNames(source)) {
    const member = Object.getOwnPropertyDescriptor(source, name)
    if (member !== undefined) Object.defineProperty(target, name, member)
  }
}
