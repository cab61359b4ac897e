import { METHODS } from 'node:http'

/** Every method that this Node can receive, in lower case: the names of the routing functions. */
export const methods: readonly string[] = METHODS.map((method) => method.toLowerCase())

/** The methods that a route has handlers for; `_all` stands for any. */
export type MethodTable = Record<string, boolean>

/** The name of a method in lower case. */
export function methodName(method: string): string {
  // Most requests are one of these, and lower case costs a new string.
  if (method === 'GET') return 'get'
  if (method === 'POST') return 'post'
  return method.toLowerCase()
}

/** HEAD is answered by the GET handlers of a route that has none of its own. */
export function answeredAs(handled: MethodTable, method: string): string {
  const name = methodName(method)
  return name === 'head' && !handled.head ? 'get' : name
}

export function handlesMethod(handled: MethodTable, method: string): boolean {
  // Only `true`: a table with a prototype has members that nobody registered.
  return handled[answeredAs(handled, method)] === true || handled._all === true
}

/** The methods that a route answers, in upper case, for an `Allow` header. */
export function allowedMethods(handled: MethodTable): string[] {
  const names = Object.keys(handled)
  if (handled.get && !handled.head) names.push('head')
  return names.map((name) => name.toUpperCase())
}
