import { register } from 'node:module'

// node --import ./on-express.js: an application that imports `webapp` gets Express 5. The additive
// entries (webapp/contract, webapp/sse, ...) stay: they are middleware, and work on both.
const facade = new URL('express.js', import.meta.url).href
const hooks = `
  export const resolve = (name, context, next) =>
    name === 'webapp' ? { url: ${JSON.stringify(facade)}, shortCircuit: true } : next(name, context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
