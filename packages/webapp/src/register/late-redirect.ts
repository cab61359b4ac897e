// biome-ignore-all lint/correctness/useImportExtensions: the built program runs these paths as they are.
import type { redirect } from './redirect.ts'

/** The same as `redirect`, which is loaded with the first request for express. */
export const lateRedirect: typeof redirect = (request, asking) => {
  if (request !== 'express' && !request.startsWith('express/')) return undefined
  return (require('./redirect.js') as { redirect: typeof redirect }).redirect(request, asking)
}
