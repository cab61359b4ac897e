import express from 'express5'

// `webapp/contract` for an application on Express 5: a set of routes is a router of Express.

export * from 'webapp/contract'

/** @param {string} method @param {string} path @param {unknown[]} handlers */
export const route = (method, path, ...handlers) => ({
  method: method.toLowerCase(),
  path,
  handlers,
})

/** @param {ReturnType<typeof route>[]} routes */
export function api(...routes) {
  const router = express.Router()
  for (const { method, path, handlers } of routes) router[method](path, ...handlers)
  return router
}
