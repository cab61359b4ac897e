/** What `webapp migrate` does about an entry of docs/dialects.md. */
export interface Treatment {
  /** `rewritten` entries are reported where a spot is not certain. */
  readonly treatment: 'rewritten' | 'reported' | 'nothing to do'
  readonly how: string
}

const rewritten = (how: string): Treatment => ({ treatment: 'rewritten', how })
const reported = (how: string): Treatment => ({ treatment: 'reported', how })
const nothing = (how: string): Treatment => ({ treatment: 'nothing to do', how })

/** Every entry of docs/dialects.md. A test holds this list complete. */
export const LEDGER: Readonly<Record<string, Treatment>> = {
  'D-001': rewritten('`/files/*` to `/files/{*splat}`, and `req.params[0]` in its handlers'),
  'D-002': rewritten('`/a/:id?` to `/a{/:id}`, `/ab?c` to `/a{b}c`'),
  'D-003': rewritten(
    "`/:id(\\d+)` to `/:id` with `app.param('id', /^\\d+$/)`, or to a regular expression with the group `id`",
  ),
  'D-004': rewritten('`/ab+c` and `/(x|y)` to regular expressions'),
  'D-005': rewritten(
    '`req.params.hasOwnProperty(name)` to `Object.hasOwn`; uses as an array are reported',
  ),
  'D-006': reported('a `RegExp` as a mount path; for 3.x, mount paths once'),
  'D-007': rewritten('`*` to `/{*splat}`; paths without a leading slash are reported'),
  'D-079': rewritten('`/:from:to` to a regular expression'),
  'D-008': rewritten(
    '`app.use(app.router)` is removed, or a router takes its place and all routes',
  ),
  'D-009': rewritten('`app._router` to `app.router`'),
  'D-010': reported('code that reads `stack`'),
  'D-011': rewritten(
    '`router.middleware` of 3.x to `router`; members of `express.Router` are reported',
  ),
  'D-012': reported('`app.param(fn)`'),
  'D-013': rewritten("`app.param(':id', fn)` to `app.param('id', fn)`"),
  'D-014': rewritten('`app.del` to `app.delete`'),
  'D-015': nothing('the response to OPTIONS has the same methods in another form'),
  'D-016': reported('the package express-async-errors, which is not needed'),
  'D-017': reported('`app.listen` with a callback that ignores the error'),
  'D-018': rewritten('`app.settings.hasOwnProperty(name)` to `Object.hasOwn`'),
  'D-019': rewritten(
    "`app.set('query parser', 'extended')` is added to programs that read queries",
  ),
  'D-020': reported('calls of `app.render`'),
  'D-021': rewritten(
    '`express.logger` to the package morgan, and so on; `bodyParser` to `json` and `urlencoded`',
  ),
  'D-022': rewritten('`app.use(express.query())` is removed'),
  'D-023': reported('`http.createServer(router)`'),
  'D-080': reported('`undefined` or `null` as a path'),
  'D-081': nothing('only what the log shows of an error that no handler takes'),
  'D-024': rewritten('`req.query` becomes a member of its own before a function changes it'),
  'D-025': reported('once, where the extended query parser is used'),
  'D-026': rewritten('`req.query.hasOwnProperty(name)` to `Object.hasOwn`'),
  'D-027': rewritten("`req.param('id')` to `req.params.id ?? req.body?.id ?? req.query.id`"),
  'D-028': rewritten('`req.acceptsCharset` to `req.acceptsCharsets`, and so on'),
  'D-029': rewritten('`req.host` to `req.hostname`'),
  'D-030': nothing('5.x follows RFC 9110; more requests get 304'),
  'D-031': reported('calls of `req.range`'),
  'D-032': reported(
    'handlers that read `req.body` without `?.` or pass it on, in programs with parsers of Express',
  ),
  'D-087': nothing('only requests with repeated slashes see it'),
  'D-033': rewritten('`res.send(404)` to `res.sendStatus(404)`'),
  'D-034': rewritten('`res.send(201, body)` and the reverse to `res.status(201).send(body)`'),
  'D-035': rewritten('`res.json(201, body)` and the reverse to `res.status(201).json(body)`'),
  'D-036': rewritten("`res.status('404')` to `res.status(404)`; other values are reported"),
  'D-037': rewritten('`res.redirect(url, 301)` to `res.redirect(301, url)`'),
  'D-038': rewritten("`res.redirect('back')` to `res.redirect(req.get('Referrer') || '/')`"),
  'D-039': nothing('only the text of the page of a redirect'),
  'D-040': reported('`res.vary()` without a field'),
  'D-041': rewritten('`res.sendfile` to `res.sendFile`, with an absolute path'),
  'D-042': nothing('5.x sends typed arrays as bytes'),
  'D-043': nothing('the media type of JavaScript is `text/javascript`'),
  'D-044': nothing('5.x also takes arrays'),
  'D-045': nothing('the header names the same file'),
  'D-046': reported('`maxAge` and `expires` in `res.clearCookie`'),
  'D-047': nothing('inherited options are rare, and the source does not show them'),
  'D-084': reported("`res.set('Content-Type', 'html')`"),
  'D-085': reported("`app.disable('etag')`"),
  'D-048': rewritten('`urlencoded()` to `urlencoded({ extended: true })`'),
  'D-049': nothing('5.x reads more codings'),
  'D-050': reported('`req._body`'),
  'D-051': reported(
    '`express.static` of a folder that has, or may have, folders with a leading dot',
  ),
  'D-052': rewritten("`hidden: true` to `dotfiles: 'allow'`"),
  'D-053': reported('`express.static.mime` and `express.mime`'),
  'D-082': nothing('5.x continues where 4.x fails'),
  'D-083': nothing('the same charset in lower case'),
  'D-086': nothing('only values that cannot be decoded'),
  'D-054': rewritten('`app.configure(env, fn)` to an `if` statement'),
  'D-055': reported('`app.routes`'),
  'D-056': rewritten('`app.locals({ … })` to `Object.assign(app.locals, { … })`'),
  'D-057': rewritten('`app.route` to `app.mountpath`'),
  'D-058': reported('`app.use` with several functions'),
  'D-059': reported('middleware between routes, without `app.router`'),
  'D-060': reported('routes with error handlers'),
  'D-061': nothing('`app.param` runs once for each value instead of once for each route'),
  'D-062': nothing('the default pages are HTML documents'),
  'D-063': rewritten(
    "`app.set('json spaces', 2)` is added for development, if the program sends JSON",
  ),
  'D-064': nothing('clients load each page once more'),
  'D-065': rewritten(
    '`req.acceptedLanguages` to `req.acceptsLanguages()`; `req.accepted` is reported',
  ),
  'D-066': rewritten("`req.accepts('json, html')` to `req.accepts(['json', 'html'])`"),
  'D-067': reported('comparisons with the result of `req.is`'),
  'D-068': reported('`req.auth`'),
  'D-069': reported('members of `req.route` that are gone'),
  'D-070': reported('`req.files`, once'),
  'D-071': reported('`res.charset`'),
  'D-072': rewritten('`res.headerSent` to `res.headersSent`; the event `header` is reported'),
  'D-073': rewritten("`res.set('Set-Cookie', …)` to `res.append`"),
  'D-074': rewritten('relative addresses in redirects get their base; unknown ones are reported'),
  'D-075': nothing('text types get a charset'),
  'D-076': nothing('more members exist'),
  'D-077': rewritten("`limit: '1mb'` is added to `json` and `urlencoded`; `verify` is reported"),
  'D-078': nothing('the redirect to a folder has the status 301'),
}
