/** Errors that docs/errors.md explains: by code or type, or else by the beginning of the message. */
const SECTIONS: readonly (readonly [key: string | RegExp, anchor: string])[] = [
  ['ERR_HTTP_HEADERS_SENT', 'cannot-set-headers-after-they-are-sent-to-the-client'],
  ['EADDRINUSE', 'listen-eaddrinuse'],
  ['entity.too.large', 'request-entity-too-large'],
  ['entity.parse.failed', 'unexpected-token-in-json'],
  ['charset.unsupported', 'unsupported-charset-content-encoding-unsupported'],
  ['encoding.unsupported', 'unsupported-charset-content-encoding-unsupported'],
  ['stream.not.readable', 'stream-is-not-readable'],
  ['request.aborted', 'request-aborted'],
  ['parameters.too.many', 'too-many-parameters'],
  [/^Failed to decode param /, 'failed-to-decode-param'],
  [/^Cannot set property query of /, 'cannot-set-property-query'],
  [/^Failed to lookup view /, 'failed-to-lookup-view'],
  [
    /^No default engine was specified /,
    'no-default-engine-was-specified-and-no-extension-was-provided',
  ],
  [
    /^path must be absolute or specify root /,
    'path-must-be-absolute-or-specify-root-to-ressendfile',
  ],
  [/^cookieParser\("secret"\) required /, 'cookieparsersecret-required-for-signed-cookies'],
  [/^Invalid status code: /, 'invalid-status-code'],
  [/^Not Acceptable$/, 'not-acceptable'],
  [/^A handler returned a Response /, 'a-handler-returned-a-response-after-a-response-was-sent'],
]

/** The anchor of the section that explains an error, if there is one. */
export function sectionOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, type, message } = error as { code?: unknown; type?: unknown; message?: unknown }
  const found = SECTIONS.find(([key]) =>
    typeof key === 'string' ? key === code || key === type : key.test(String(message)),
  )
  return found?.[1]
}
