import { METHODS } from 'node:http'

/** Every method that this Node can receive, in lower case: the names of the routing functions. */
export const methods: readonly string[] = METHODS.map((method) => method.toLowerCase())
