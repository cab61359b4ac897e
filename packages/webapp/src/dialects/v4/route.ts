import { defineRoute } from '../../router/route.ts'
import { Layer } from './layer.ts'

export const Route = defineRoute({
  createLayer: (path, options, handle) => new Layer(path, options, handle),
  createMethodTable: () => ({}),
  memberNames: { handlesMethod: '_handles_method', allowedMethods: '_options' },
  eachHandler(args, method, register) {
    for (const handler of args.flat(Number.POSITIVE_INFINITY)) {
      if (typeof handler !== 'function') throw wrongHandler(method, handler)
      register(handler as never)
    }
  },
  registrarLength: 0,
})

function wrongHandler(method: string, handler: unknown): Error {
  const got = Object.prototype.toString.call(handler)
  const text = `Route.${method}() requires a callback function but got a ${got}`
  return method === 'all' ? new TypeError(text) : new Error(text)
}
