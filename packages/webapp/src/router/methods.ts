import { METHODS } from 'node:http'
import type { MethodTable } from './router-types.ts'

/** Every method that this version of Node parses, in lower case, as in `app.get`. */
export const methods: readonly string[] = METHODS.map((method) => method.toLowerCase())

/** The name of a method in lower case. */
export function methodName(method: string): string {
  // Hot path: `toLowerCase` allocates a string.
  if (method === 'GET') return 'get'
  if (method === 'POST') return 'post'
  return method.toLowerCase()
}

/** The method whose handlers run: GET for HEAD if the route has no HEAD handler. */
export function handledAs(handled: MethodTable, method: string): string {
  // Mock requests may have no method: then only handlers for every method run.
  const name = typeof method === 'string' ? methodName(method) : method
  return name === 'head' && !handled.head ? 'get' : name
}

export function handlesMethod(handled: MethodTable, method: string): boolean {
  // Compare with `true`: the table of a dialect may inherit members from Object.prototype.
  return handled[handledAs(handled, method)] === true || handled._all === true
}

/** The methods that a route handles, in upper case, for the `Allow` header. */
export function allowedMethods(handled: MethodTable): string[] {
  const names = Object.keys(handled)
  if (handled.get && !handled.head) names.push('head')
  return names.map((name) => name.toUpperCase())
}
