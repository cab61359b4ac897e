import {
  anyUse,
  type Form,
  hasAlternatives,
  hasAsyncCallback,
  hasCallback,
  hasOption,
  hasRouteName,
  hasStickyPath,
  isAssigned,
  isCalled,
  isClassUsedAsFunction,
  isLiteral,
  isLiteralButNumber,
  isNegative,
  isNothingOrFraction,
  isReadAsOwn,
  listensToPipes,
  mixesVersions,
  returnsWebResponse,
  sendsStatus,
  setsHeader,
  setsSetting,
} from './forms.ts'

/** Code that a row concerns. */
export interface Look {
  readonly members: readonly string[]
  readonly form: Form
  /** What to do. */
  readonly advice: string
}

/** What a row of docs/differences.md means for code. */
export interface Difference {
  /** The members that show the difference; `app.METHOD` stands for `app.get`, `app.all` and so on. */
  readonly members: readonly string[]
  /** The forms that need a look. */
  readonly looks: readonly Look[]
  /** Why uses of the members in other forms need nothing. */
  readonly why: string
}

const nothing = (why: string, ...members: string[]): Difference => ({ members, looks: [], why })

const look = (members: readonly string[], form: Form, advice: string): Look => ({
  members,
  form,
  advice,
})

const looks = (why: string, ...all: Look[]): Difference => ({
  members: [...new Set(all.flatMap(({ members }) => members))],
  looks: all,
  why,
})

const REFUSED = 'Express fails or ends there, so no working program changes'
const ATTACK = 'only requests that no usual client sends show it'
const BETTER = 'only requests for which Express gives a wrong or unsafe response show it'
const BYTES = 'bytes and events of usual requests are the same'
const OTHERWISE = 'other forms are the same'

const ROUTES = ['app.METHOD', 'router.METHOD', 'route.METHOD', 'app.use', 'router.use']
const PARSERS = ['express.json', 'express.urlencoded', 'express.text', 'express.raw']
const OLD_PARSERS = ['express.bodyParser', 'express.multipart']
const FILES = ['express.static', 'res.sendFile', 'res.sendfile', 'res.download']
const STATUSES = ['res.status', 'res.sendStatus', 'res.statusCode', 'res.writeHead']
const HEADERS = ['res.set', 'res.header', 'res.append', 'res.setHeader', 'res.writeHead']
const REDIRECTS = ['res.redirect', 'res.location']
const BODY_ENDS = ['res.write', 'res.end']

/** Every row of docs/differences.md. A test holds this list complete. */
export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  'W-001': nothing(
    'only a proxy that sends another word than http and https shows it',
    'req.protocol',
    'req.secure',
  ),
  'W-002': nothing(REFUSED, 'app.use', 'router.use'),
  'W-003': nothing(REFUSED, 'router.param', 'app.param', 'app.set'),
  'W-004': looks(
    OTHERWISE,
    look(
      ['express.application'],
      anyUse,
      'members that are added here appear in applications that exist already, too: add them before ' +
        'the first application, or to one application',
    ),
  ),
  'W-005': nothing('only the text of an error at the start', ...ROUTES),
  'W-006': looks(
    OTHERWISE,
    look(ROUTES, hasStickyPath, 'remove the flag: here every request matches, not every other one'),
  ),
  'W-007': looks(
    OTHERWISE,
    look(
      ['express.Route', 'express.Router.prototype'],
      isClassUsedAsFunction,
      'create it with `new`, and add members to its prototype instead of replacing it',
    ),
  ),
  'W-008': looks(
    OTHERWISE,
    look(
      STATUSES,
      sendsStatus((status) => status >= 100 && status < 200 && status !== 101),
      'send a final status; `res.writeProcessing()` and `res.writeEarlyHints()` send interim ones',
    ),
  ),
  'W-009': nothing('only code that lists own members sees it, see W-023', 'req._parsedUrl'),
  'W-010': looks(
    OTHERWISE,
    look(PARSERS, hasOption('limit', isNegative), 'give a limit of 0 or more'),
  ),
  'W-011': looks(
    OTHERWISE,
    look(['express.urlencoded'], hasOption('depth', isLiteralButNumber), 'write a number'),
  ),
  'W-012': nothing('the client gets the same response, earlier', ...PARSERS),
  'W-013': nothing(REFUSED, ...PARSERS),
  'W-014': nothing('only the text of an error', ...PARSERS),
  'W-015': nothing(REFUSED, 'express.static'),
  'W-016': nothing(REFUSED, 'express.static'),
  'W-017': nothing(BETTER, 'express.static'),
  'W-018': nothing(BETTER, 'express.static'),
  'W-020': nothing('only devices and pipes show it', ...FILES),
  'W-021': looks(
    'in Express, such a rejection ends the process',
    look(
      ['process.unhandledRejection'],
      anyUse,
      'rejections of handlers go to the error handlers, and not to this listener; ' +
        "app.disable('catch rejections') restores that",
    ),
  ),
  'W-022': nothing(REFUSED, ...PARSERS),
  'W-023': looks(
    'reading and assigning is the same',
    look(
      ['req.own members'],
      anyUse,
      'req.query and req._parsedUrl are not own members here: name the members that are needed',
    ),
  ),
  'W-024': nothing(REFUSED, 'res.send', 'res.status'),
  'W-025': looks(
    OTHERWISE,
    look(
      HEADERS,
      setsHeader('transfer-encoding'),
      'leave this header to Node, unless a client needs the Content-Length that Express sends beside it',
    ),
  ),
  'W-026': nothing(REFUSED, 'req.secret', 'res.cookie'),
  'W-027': nothing(REFUSED, 'app.render'),
  'W-028': looks(
    OTHERWISE,
    look(['app.defaultConfiguration'], isCalled, 'this resets the settings of the application'),
  ),
  'W-029': looks(
    'names and values that browsers accept are the same',
    look(
      ['res.cookie', 'res.clearCookie'],
      hasOption('maxAge', isNothingOrFraction, 2),
      'write whole milliseconds; null means a cookie without an end',
    ),
  ),
  'W-030': looks(
    OTHERWISE,
    look(
      ['error.status'],
      anyUse,
      'write a number from 400 to 599; for any other value the response has the status 500',
    ),
  ),
  'W-031': nothing('only error responses of unfinished responses show it'),
  'W-032': looks(
    OTHERWISE,
    look(
      ['app.set'],
      setsSetting('env'),
      'this setting, and not NODE_ENV, decides whether errors are shown and logged',
    ),
  ),
  'W-033': looks(
    OTHERWISE,
    look(
      ['req.baseUrl', 'app.mountpath'],
      isReadAsOwn,
      'webapp sets this member: check what the program expects to find there',
    ),
  ),
  'W-034': nothing(ATTACK, 'req.query', 'express.urlencoded', ...OLD_PARSERS),
  'W-035': nothing(BETTER, ...FILES),
  'W-036': nothing(
    'only types that are newer than 2015 differ',
    ...FILES,
    'res.type',
    'res.contentType',
    'res.attachment',
  ),
  'W-037': nothing('only several proxies that each add the header show it', 'req.host'),
  'W-038': nothing(REFUSED, 'req.accepts', 'res.jsonp', 'app.engine', 'express.cookieParser'),
  'W-040': nothing('the length is right', ...HEADERS),
  'W-041': nothing('errors have more members'),
  'W-042': nothing(REFUSED, ...PARSERS, ...OLD_PARSERS),
  'W-043': nothing('only requests with other letter case than the mount show it', 'req.url'),
  'W-044': looks(
    'browsers get a 401 in place of a 400',
    look(
      ['express.basicAuth'],
      hasAsyncCallback,
      'the promise decides here; Express let everybody in',
    ),
  ),
  'W-045': looks(
    OTHERWISE,
    look(
      ['express.methodOverride'],
      isCalled,
      'GET and HEAD stay as they are: { methods: null } restores the old behaviour, if a link needs it',
    ),
  ),
  'W-046': nothing(BETTER, 'express.limit', ...OLD_PARSERS),
  'W-047': looks(
    'uploads of browsers are the same, and work on current Node',
    look(
      OLD_PARSERS,
      hasOption('keepExtensions', isLiteral(false)),
      'uploaded files have no extension here, as the option says',
    ),
    look(
      OLD_PARSERS,
      hasOption('defer', isLiteral(true)),
      'a broken form has the status 400 here: check the error handler of the form',
    ),
  ),
  'W-048': nothing(ATTACK, 'req.cookies', 'req.signedCookies', 'express.cookieParser'),
  'W-049': nothing('only the page of an error', 'express.errorHandler'),
  'W-050': nothing('only text that a client forges', 'express.logger'),
  'W-051': looks(
    OTHERWISE,
    look(
      ['res.sendfile', 'res.download'],
      hasCallback,
      'the callback runs after the end of the response, also for HEAD and 304',
    ),
  ),
  'W-052': looks(
    OTHERWISE,
    look(['res.locals'], isAssigned, 'the object becomes a function with the same members'),
  ),
  'W-053': nothing('only the text of a notice', 'express.createServer', ...OLD_PARSERS),
  'W-054': nothing(REFUSED, 'express.cookieSession', 'express.cookieParser'),
  'W-055': nothing('error pages and redirects have one more header'),
  'W-056': looks(
    OTHERWISE,
    look(
      ['express.vhost'],
      hasAlternatives,
      'the expression has to match the whole name: check each alternative',
    ),
  ),
  'W-057': nothing('only the page and the icon', 'express.errorHandler', 'express.favicon'),
  'W-059': nothing('Express sends no response there'),
  'W-060': looks(
    OTHERWISE,
    look(
      [...STATUSES],
      sendsStatus((status) => status === 205),
      'a 205 has no body: send another status, or end the response without one',
    ),
  ),
  'W-061': nothing(REFUSED, ...STATUSES, ...FILES, 'res.render'),
  'W-062': nothing(REFUSED),
  'W-063': nothing(BETTER, ...REDIRECTS),
  'W-064': nothing(REFUSED, ...BODY_ENDS),
  'W-065': nothing(REFUSED, 'app.param', 'router.param'),
  'W-066': nothing(REFUSED),
  'W-070': looks(
    OTHERWISE,
    look(
      ['app.close', 'app.closing', 'express.shutdown', 'req.signal'],
      isReadAsOwn,
      'webapp has a member of this name: use another name, or assign the member',
    ),
  ),
  'W-071': looks(
    OTHERWISE,
    look(
      ['express.routes', 'express.printRoutes'],
      isReadAsOwn,
      'webapp has a function of this name: use another name, or assign the member',
    ),
  ),
  'W-072': looks(
    OTHERWISE,
    look(
      ['app.inject', 'app.fetch'],
      isReadAsOwn,
      'webapp has a function of this name: use another name, or assign the member',
    ),
  ),
  'W-073': looks(
    OTHERWISE,
    look(
      ROUTES,
      returnsWebResponse,
      'webapp sends the returned Response: return nothing, if the handler sends one itself',
    ),
  ),
  'W-074': nothing(ATTACK),
  'W-075': nothing(ATTACK, 'req.accepts', 'res.format'),
  'W-076': nothing(BYTES),
  'W-077': nothing(REFUSED, ...FILES, 'res.render', 'res.format'),
  'W-078': nothing('only hints on the console during development'),
  'W-090': nothing(BETTER, 'express.static'),
  'W-091': nothing(ATTACK, 'req.host', 'req.hostname', 'req.subdomains'),
  'W-092': nothing(BETTER, 'res.links'),
  'W-093': nothing('servers end earlier'),
  'W-094': nothing('the client gets the same response', ...PARSERS),
  'W-095': nothing('the client gets the same response', ...PARSERS),
  'W-096': nothing(BYTES),
  'W-097': looks(
    OTHERWISE,
    look(
      ['express.mime', 'express.static.mime'],
      anyUse,
      'this is the table of 4.x: check the charsets of JSON and JavaScript, and types that are added',
    ),
  ),
  'W-098': looks(
    'the bytes are the same',
    look(
      ['res.on', 'res.once', 'res.addListener', 'res.prependListener'],
      listensToPipes,
      'files are sent without a stream, so this event does not come: use `finish`',
    ),
  ),
  'W-099': looks(
    OTHERWISE,
    look(['express.compress'], isCalled, 'clients that accept Brotli get it in place of gzip'),
  ),
  'W-100': nothing(REFUSED, 'app.use', 'router.use'),
  'W-101': looks(
    OTHERWISE,
    look(
      ['app.use', 'router.use', 'app.METHOD', 'router.METHOD'],
      mixesVersions,
      'handlers of this router get req and res of their own version: check members that differ between ' +
        'the versions, or set WEBAPP_DIALECT under webapp/register',
    ),
  ),
  'W-102': nothing(ATTACK),
  'W-103': nothing(REFUSED, 'app.param', 'router.param'),
  'W-104': looks(
    OTHERWISE,
    look(
      ['express.static'],
      hasOption('precompressed', () => true, 1),
      'Express ignores this option, and webapp sends compressed variants: remove it to keep the bytes',
    ),
  ),
  'W-105': looks(
    OTHERWISE,
    look(
      [
        'app.url',
        'router.url',
        'route.url',
        'app.remove',
        'router.remove',
        'app.namedRoute',
        'router.namedRoute',
      ],
      isReadAsOwn,
      'webapp has a function of this name: use another name, or assign the member',
    ),
    look(
      ['app.route', 'router.route'],
      hasRouteName,
      'Express ignores the second argument, and webapp names the route: two routes cannot have one name',
    ),
  ),
  'W-106': looks(
    OTHERWISE,
    look(
      ['express.directory'],
      isCalled,
      'a client that reads the list as JSON or plain text gets folders first: sort the names there',
    ),
  ),
  'W-107': nothing('the packages themselves work beside webapp, as beside Express'),
}
