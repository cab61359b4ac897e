import { answerOptions } from '../../router/options-answer.ts'
import { defineRouter } from '../../router/router.ts'
import { V5Layer } from './layer.ts'

export const Router = defineRouter({
  createLayer: (path, options, handle) => new V5Layer(path, options, handle),
  routeHandlerName: 'handle',
  mountBoundaries: '/',
  answerOptions,
  catchesRejections: () => true,
})
