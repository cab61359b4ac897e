import { readFileSync } from 'node:fs'

const folder = new URL(
  '../../packages/webapp/test/fixtures/localhost-for-tests-only/',
  import.meta.url,
)

/** A certificate of nobody, for servers that measure themselves. */
export const certificate = {
  key: readFileSync(new URL('key.pem', folder)),
  cert: readFileSync(new URL('certificate.pem', folder)),
}
