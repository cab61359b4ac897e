// The methods of RFC 9110 and RFC 5789, and QUERY.
const USUAL = 'CONNECT,DELETE,GET,HEAD,OPTIONS,PATCH,POST,PUT,QUERY,TRACE'

/** The methods that are attributes as they are. A client can invent others, without limit. */
export function readKnownMethods(): ReadonlySet<string> {
  const listed = process.env.OTEL_INSTRUMENTATION_HTTP_KNOWN_METHODS || USUAL
  return new Set(listed.split(',').map((name) => name.trim()))
}
