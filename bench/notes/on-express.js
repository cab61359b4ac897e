import { register } from 'node:module'

// node --import ./on-express.js: an application that imports `webapp` gets Express 5. The additive
// entries (webapp/contract, webapp/sse, ...) stay: they are middleware, and work on both. The sets of
// routes of webapp/contract become routers of Express.
const facades = {
  webapp: new URL('express.js', import.meta.url).href,
  'webapp/contract': new URL('contract-on-express.js', import.meta.url).href,
}
const hooks = `
  const facades = ${JSON.stringify(facades)}
  export const resolve = (name, context, next) => {
    const url = facades[name]
    return url === undefined || context.parentURL === url ? next(name, context) : { url, shortCircuit: true }
  }`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)
