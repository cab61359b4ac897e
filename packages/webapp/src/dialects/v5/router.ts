import type { Application } from '../../app/application.ts'
import { answerOptions } from '../../router/options-answer.ts'
import { defineRouter, type Router as RouterInstance } from '../../router/router.ts'
import { face } from './face.ts'
import { Layer } from './layer.ts'

export const Router = defineRouter({
  face,
  createLayer: (path, options, handle) => new Layer(path, options, handle),
  routeHandlerName: 'handle',
  mountBoundaries: '/',
  answerOptions,
  catchesRejections: () => true,
})

/** `app.router`: it takes the routing settings as they are when it is first needed. */
export function defineLazyRouter(app: Application): void {
  let router: RouterInstance | undefined
  Object.defineProperty(app, 'router', {
    configurable: true,
    enumerable: true,
    get: function getrouter() {
      router ??= new Router({
        caseSensitive: app.enabled('case sensitive routing'),
        strict: app.enabled('strict routing'),
      })
      return router
    },
  })
}
