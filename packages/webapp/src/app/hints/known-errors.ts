/** An error that docs/errors.md explains. */
export interface KnownError {
  /** The anchor of its section. */
  readonly section: string
  /** The fix, in the words of the section. */
  readonly fix: string
  /** Whether the request caused the error, so that no line of the program is its place. */
  readonly isOfClient: boolean
}

type Known = readonly [key: string | RegExp, section: string, fix: string, isOfClient?: true]

const OF_CLIENT = true

/** By code or type, or else by the beginning of the message. */
const KNOWN: readonly Known[] = [
  [
    'ERR_HTTP_HEADERS_SENT',
    'cannot-set-headers-after-they-are-sent-to-the-client',
    'send one response: write return res.send(…), and do not call next() after it.',
  ],
  [
    'EADDRINUSE',
    'listen-eaddrinuse',
    'end the other process (lsof -i :3000 finds it), or choose another port.',
  ],
  [
    'entity.too.large',
    'request-entity-too-large',
    'raise limit of that parser, and of the proxy (client_max_body_size of nginx).',
    OF_CLIENT,
  ],
  [
    'entity.parse.failed',
    'unexpected-token-in-json',
    'let the client send the result of JSON.stringify.',
    OF_CLIENT,
  ],
  ...['charset.unsupported', 'encoding.unsupported'].map((type): Known => {
    const section = 'unsupported-charset-content-encoding-unsupported'
    return [type, section, 'let the client send UTF-8, and gzip, deflate or br.', OF_CLIENT]
  }),
  ['stream.not.readable', 'stream-is-not-readable', 'use one reader for each request.', OF_CLIENT],
  ['request.aborted', 'request-aborted', 'do not log it as a failure of the program.', OF_CLIENT],
  [
    'parameters.too.many',
    'too-many-parameters',
    'raise parameterLimit if such forms are expected.',
    OF_CLIENT,
  ],
  [
    /^Failed to decode param /,
    'failed-to-decode-param',
    'let the client encode the value with encodeURIComponent.',
    OF_CLIENT,
  ],
  [
    /^Cannot set property query of /,
    'cannot-set-property-query',
    'keep your own value elsewhere, such as res.locals.query, or set query parser',
  ],
  [
    /^Failed to lookup view /,
    'failed-to-lookup-view',
    "check the name of the view, and set the folder with an absolute path: app.set('views', …).",
  ],
  [
    /^No default engine was specified /,
    'no-default-engine-was-specified-and-no-extension-was-provided',
    "write app.set('view engine', 'ejs'), or res.render('index.ejs').",
  ],
  [
    /^path must be absolute or specify root /,
    'path-must-be-absolute-or-specify-root-to-ressendfile',
    "write res.sendFile('index.html', { root: import.meta.dirname }).",
  ],
  [
    /^(?:connect\.)?cookieParser\("secret"\) required /,
    'cookieparsersecret-required-for-signed-cookies',
    'write app.use(cookieParser(secret)) before the route.',
  ],
  [
    /\breq(?:uest)?\.param is not a function$/,
    'reqparam-is-not-a-function',
    'write req.params.name, req.query.name or req.body.name.',
  ],
  [
    /^Converting circular structure to JSON/,
    'converting-circular-structure-to-json',
    'send only the members that the client needs, such as res.json({ id: user.id }).',
  ],
  [
    /^Do not know how to serialize a BigInt/,
    'do-not-know-how-to-serialize-a-bigint',
    'send text, such as String(id), or set json replacer to a function that converts such values.',
  ],
  [
    /^Invalid status code: /,
    'invalid-status-code',
    'pass an integer from 100 to 999, such as Number(status).',
  ],
  [/^Not Acceptable$/, 'not-acceptable', 'add default to the functions of res.format.'],
  [
    /^A handler returned a Response /,
    'a-handler-returned-a-response-after-a-response-was-sent',
    'either call res.send or return a Response.',
  ],
]

/** The section that explains an error, and the fix; `undefined` if there is none. */
export function knownError(error: unknown): KnownError | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, type, message } = error as { code?: unknown; type?: unknown; message?: unknown }
  const found = KNOWN.find(([key]) =>
    typeof key === 'string' ? key === code || key === type : key.test(String(message)),
  )
  if (found === undefined) return undefined
  const [, section, fix, isOfClient = false] = found
  return { section, fix, isOfClient }
}
