import { parse } from 'node:querystring'
import { createUrlencoded, type FormPolicy, type UrlencodedOptions } from '../../body/urlencoded.ts'
import { deprecate } from '../../errors/deprecation.ts'
import { bodies } from './bodies.ts'

export const forms: FormPolicy = {
  charsets: ['utf-8'],
  // The caller has checked the number of parameters.
  parseSimple: (text) => parse(text, undefined, undefined, { maxKeys: 0 }),
}

const create = createUrlencoded(bodies, forms)

/** In 4.x `extended` is true by default. */
export function urlencoded(options?: UrlencodedOptions | null) {
  const { extended, inflate, limit, type, verify, parameterLimit, depth } = options ?? {}
  if (extended === undefined) deprecate('undefined extended: provide extended option')
  const known = { inflate, limit, type, verify, parameterLimit, depth }
  return create({ ...known, extended: extended !== false } as UrlencodedOptions)
}
