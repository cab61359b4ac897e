/** An error that docs/errors.md explains. */
export interface KnownError {
  /** The anchor of its section. */
  readonly section: string
  /** The fix, in the words of the section. */
  readonly fix: string
  /** Whether the request caused the error, so that no line of the program is its place. */
  readonly isOfClient?: boolean
}

/** By code or type, or else by the beginning of the message. */
const KNOWN: readonly (readonly [key: string | RegExp, error: KnownError])[] = [
  [
    'ERR_HTTP_HEADERS_SENT',
    {
      section: 'cannot-set-headers-after-they-are-sent-to-the-client',
      fix: 'send one response: write return res.send(…), and do not call next() after it.',
    },
  ],
  [
    'EADDRINUSE',
    {
      section: 'listen-eaddrinuse',
      fix: 'end the other process (lsof -i :3000 finds it), or choose another port.',
    },
  ],
  [
    'entity.too.large',
    {
      section: 'request-entity-too-large',
      fix: 'raise limit of that parser, and of the proxy (client_max_body_size of nginx).',
      isOfClient: true,
    },
  ],
  [
    'entity.parse.failed',
    {
      section: 'unexpected-token-in-json',
      fix: 'let the client send the result of JSON.stringify.',
      isOfClient: true,
    },
  ],
  ...['charset.unsupported', 'encoding.unsupported'].map((type): [string, KnownError] => [
    type,
    {
      section: 'unsupported-charset-content-encoding-unsupported',
      fix: 'let the client send UTF-8, and gzip, deflate or br.',
      isOfClient: true,
    },
  ]),
  [
    'stream.not.readable',
    {
      section: 'stream-is-not-readable',
      fix: 'use one reader for each request.',
      isOfClient: true,
    },
  ],
  [
    'request.aborted',
    {
      section: 'request-aborted',
      fix: 'do not log it as a failure of the program.',
      isOfClient: true,
    },
  ],
  [
    'parameters.too.many',
    {
      section: 'too-many-parameters',
      fix: 'raise parameterLimit if such forms are expected.',
      isOfClient: true,
    },
  ],
  [
    /^Failed to decode param /,
    {
      section: 'failed-to-decode-param',
      fix: 'let the client encode the value with encodeURIComponent.',
      isOfClient: true,
    },
  ],
  [
    /^Cannot set property query of /,
    {
      section: 'cannot-set-property-query',
      fix: 'keep your own value elsewhere, such as res.locals.query, or set query parser',
    },
  ],
  [
    /^Failed to lookup view /,
    {
      section: 'failed-to-lookup-view',
      fix: "check the name of the view, and set the folder with an absolute path: app.set('views', …).",
    },
  ],
  [
    /^No default engine was specified /,
    {
      section: 'no-default-engine-was-specified-and-no-extension-was-provided',
      fix: "write app.set('view engine', 'ejs'), or res.render('index.ejs').",
    },
  ],
  [
    /^path must be absolute or specify root /,
    {
      section: 'path-must-be-absolute-or-specify-root-to-ressendfile',
      fix: "write res.sendFile('index.html', { root: import.meta.dirname }).",
    },
  ],
  [
    /^(?:connect\.)?cookieParser\("secret"\) required /,
    {
      section: 'cookieparsersecret-required-for-signed-cookies',
      fix: 'write app.use(cookieParser(secret)) before the route.',
    },
  ],
  [
    /\breq(?:uest)?\.param is not a function$/,
    {
      section: 'reqparam-is-not-a-function',
      fix: 'write req.params.name, req.query.name or req.body.name.',
    },
  ],
  [
    /^Converting circular structure to JSON/,
    {
      section: 'converting-circular-structure-to-json',
      fix: 'send only the members that the client needs, such as res.json({ id: user.id }).',
    },
  ],
  [
    /^Do not know how to serialize a BigInt/,
    {
      section: 'do-not-know-how-to-serialize-a-bigint',
      fix: 'send text, such as String(id), or set json replacer to a function that converts such values.',
    },
  ],
  [
    /^Invalid status code: /,
    {
      section: 'invalid-status-code',
      fix: 'pass an integer from 100 to 999, such as Number(status).',
    },
  ],
  [
    /^Not Acceptable$/,
    { section: 'not-acceptable', fix: 'add default to the functions of res.format.' },
  ],
  [
    /^A handler returned a Response /,
    {
      section: 'a-handler-returned-a-response-after-a-response-was-sent',
      fix: 'either call res.send or return a Response.',
    },
  ],
]

/** The section that explains an error, and the fix; `undefined` if there is none. */
export function knownError(error: unknown): KnownError | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, type, message } = error as { code?: unknown; type?: unknown; message?: unknown }
  const found = KNOWN.find(([key]) =>
    typeof key === 'string' ? key === code || key === type : key.test(String(message)),
  )
  return found?.[1]
}
