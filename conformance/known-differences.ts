import type { DialectName } from './harness/dialects.ts'
import { excusesOf3 } from './known-differences-3x.ts'

/** A behaviour that is meant to differ from the original. */
export interface KnownDifference {
  /** Line of docs/differences.md that tells users about it. */
  readonly id: string
  readonly dialect: DialectName
  /** Exact `member › scenario`, as the test is named. */
  readonly scenario: string
  readonly reason: string
}

/** The only excuse for a difference; one that no longer applies fails the run. */
export const knownDifferences: readonly KnownDifference[] = [
  ...excuse(
    'W-001',
    'a forwarded protocol other than http and https ends up in links and redirects',
    ['5.x', '4.x'],
    [
      'req.host, hostname, ip, ips, protocol, secure, subdomains › with hostile forwarded protocols',
    ],
  ),
  ...excuse(
    'W-002',
    'path lists nest like handler lists; the original fails with an accidental TypeError',
    ['5.x'],
    ["app.mountpath, app.parent, app.path() and the 'mount' event › tell a nested list of paths"],
  ),
  ...excuse(
    'W-003',
    'tables that are keyed by foreign names have no prototype',
    ['5.x', '4.x'],
    ['app.param and router.param › hears names like those of Object.prototype'],
  ),
  ...excuse(
    'W-004',
    'webapp.application is a live prototype, as webapp.request and webapp.response are',
    ['5.x', '4.x'],
    [
      'express() › gives a function without a prototype of its own',
      'express() › gives members added to the application prototype to older apps',
      'surface › app (prototypes)',
    ],
  ),
  ...excuse(
    'W-005',
    'the error of a pattern of 4.x says how it is written in 5.x',
    ['5.x'],
    [
      'app.use › is told a path with a question mark',
      'app.use › is told a path with a star',
      'app.use › is told a bare star',
      'app.use › is told a path with a plus',
      'app.use › is told a path with parentheses',
      'app.use › is told an array with a bad path',
    ],
  ),
  ...excuse(
    'W-006',
    'whether a route matches depends on the request alone, not on the lastIndex of a RegExp',
    ['5.x'],
    [
      'path patterns › of /^\\/g$/g',
      'path patterns › of /^\\/y/y',
      'path patterns › of a RegExp with state',
    ],
  ),
  ...excuse('W-007', 'Route is a class', ['5.x', '4.x'], ['surface › Route']),
  ...excuse(
    'W-010',
    'a negative limit is a mistake that shows when the parser is made',
    ['5.x', '4.x'],
    [
      'express.json › with limit -1',
      'express.json › with limit -0.5',
      'express.json › with limit "-1kb"',
      'express.json › with limit "-5"',
      'express.raw › with limit -1',
      'express.text › with limit -1',
      'express.urlencoded › with limit -1',
    ],
  ),
  ...excuse(
    'W-011',
    'null is the default, and a text that says 3 means 3',
    ['5.x', '4.x'],
    [
      'express.urlencoded › with depth "3", extended true',
      'express.urlencoded › with depth "0", extended true',
      'express.urlencoded › with depth true, extended true',
      'express.urlencoded › with depth [], extended true',
      'express.urlencoded › with depth [4], extended true',
      'express.urlencoded › with parameterLimit null, extended true',
      'express.urlencoded › with depth null, extended true',
      'express.urlencoded › with parameterLimit null, extended false',
    ],
  ),
  ...excuse(
    'W-012',
    'a refused body is refused at once, not after the whole upload',
    ['5.x', '4.x'],
    [
      'express.json › of pipelined requests after a large one',
      'express.json › survives the end of a body that is too large by end',
      'express.json › takes its time with a large body that is never sent',
      'express.raw › of pipelined requests after a large one',
      'express.raw › takes its time with a large body that is never sent',
      'express.text › of pipelined requests after a large one',
      'express.text › takes its time with a large body that is never sent',
      'express.urlencoded › of pipelined requests after a large one',
      'express.urlencoded › takes its time with a large body that is never sent',
    ],
  ),
  ...excuse(
    'W-013',
    'the end of a compressed body that was cut off is told as that of any other',
    ['5.x', '4.x'],
    [
      'express.json › survives the end of a compressed body by destroy',
      'express.json › survives the end of a compressed body by end',
      'express.json › survives the end of a compressed body by reset',
      'express.raw › survives the end of a compressed body by destroy',
      'express.text › survives the end of a compressed body by destroy',
      'express.urlencoded › survives the end of a compressed body by destroy',
    ],
  ),
  ...excuse(
    'W-014',
    'the error says what was thrown',
    ['5.x', '4.x'],
    [
      'express.json › with a reviver that throws a text, strict true',
      'express.json › with a reviver that throws a text, strict false',
    ],
  ),
  ...excuse(
    'W-015',
    'invalid options of static are a mistake that shows when it is made',
    ['5.x', '4.x'],
    [
      'express.static paths › for an invalid dotfiles ""',
      'express.static paths › for an invalid dotfiles null',
      'express.static paths › for an invalid dotfiles false',
      'express.static paths › for an invalid dotfiles true',
      'express.static paths › for an invalid dotfiles "Allow"',
      'express.static paths › for an invalid dotfiles "nonsense"',
      'express.static paths › for an invalid dotfiles 0',
      'express.static paths › for an invalid dotfiles 5',
      'express.static paths › for an invalid dotfiles {}',
      'express.static paths › for an invalid dotfiles ["allow"]',
      'express.static › option index true',
      'express.static › option index 5',
      'express.static › option index {}',
      'express.static › option index [5]',
      'express.static › option index ["a", 5]',
      'express.static › option extensions true',
      'express.static › option extensions 5',
      'express.static › option extensions {}',
      'express.static › option extensions [5]',
      'express.static › option extensions ["a", null]',
    ],
  ),
  ...excuse(
    'W-016',
    'options that are no object are ignored instead of failing by accident',
    ['5.x', '4.x'],
    [
      'express.static › is made with options of any kind',
      'res.download › with the options true',
      'res.download › with the options 5',
      'res.download › with the options Symbol(s)',
    ],
  ),
  ...excuse(
    'W-016',
    'options that are no object are ignored instead of failing by accident',
    ['5.x'],
    [
      'res.sendFile › with the options 5',
      'res.sendFile › with the options "x"',
      'res.sendFile › with the options true',
      'res.sendFile › with the options Symbol(s)',
      'res.sendFile › does not change frozen options',
    ],
  ),
  ...excuse(
    'W-017',
    'a directory redirect does not repeat the host of the target',
    ['5.x', '4.x'],
    ['express.static › of folders in absolute form'],
  ),
  ...excuse(
    'W-018',
    'a directory redirect never begins with a slash and a backslash',
    ['5.x', '4.x'],
    ['express.static paths › of folders behind a backslash'],
  ),
  ...excuse(
    'W-020',
    'only regular files are files',
    ['5.x', '4.x'],
    ['express.static paths › of a device', 'res.sendFile › of a device'],
  ),
  ...excuse(
    'W-021',
    'a rejection goes to next(err) in every dialect',
    ['4.x'],
    ['throws and rejections › a handled rejection is returned'],
  ),
  ...excuse(
    'W-022',
    'all dialects read the same charsets',
    ['4.x'],
    [
      'express.json › of UTF-8 in every charset',
      'express.json › of UTF-8 with a mark in every charset',
      'express.json › of UTF-8 with two marks in every charset',
      'express.json › of Latin-1 in every charset',
      'express.json › of UTF-16LE in every charset',
      'express.json › of UTF-16LE with a mark in every charset',
      'express.json › of UTF-16BE in every charset',
      'express.json › of UTF-16BE with a mark in every charset',
      'express.json › of a mark only in every charset',
      'express.json › of broken UTF-8 in every charset',
      'express.json › of an odd count of bytes in every charset',
      'express.json › of nothing in every charset',
      'express.json › without strict of UTF-8 in every charset',
      'express.json › without strict of UTF-8 with a mark in every charset',
      'express.json › without strict of UTF-8 with two marks in every charset',
      'express.json › without strict of Latin-1 in every charset',
      'express.json › without strict of UTF-16LE in every charset',
      'express.json › without strict of UTF-16LE with a mark in every charset',
      'express.json › without strict of UTF-16BE in every charset',
      'express.json › without strict of UTF-16BE with a mark in every charset',
      'express.json › without strict of a mark only in every charset',
      'express.json › without strict of broken UTF-8 in every charset',
      'express.json › without strict of an odd count of bytes in every charset',
      'express.json › without strict of nothing in every charset',
      'express.text › of UTF-8 in every charset',
      'express.text › of UTF-8 with a mark in every charset',
      'express.text › of UTF-8 with two marks in every charset',
      'express.text › of Latin-1 in every charset',
      'express.text › of UTF-16LE in every charset',
      'express.text › of UTF-16LE with a mark in every charset',
      'express.text › of UTF-16BE in every charset',
      'express.text › of UTF-16BE with a mark in every charset',
      'express.text › of a mark only in every charset',
      'express.text › of broken UTF-8 in every charset',
      'express.text › of an odd count of bytes in every charset',
      'express.text › of nothing in every charset',
    ],
  ),
  ...excuse(
    'W-023',
    'req.query is an accessor that parses when it is first read',
    ['4.x'],
    ['req.query › is a getter that refuses assignment and follows req.url'],
  ),
  ...excuse(
    'W-025',
    'Transfer-Encoding and Content-Length never go together',
    ['4.x'],
    ['res.send › overrides a Transfer-Encoding beside the length'],
  ),
  ...excuse(
    'W-025',
    'Transfer-Encoding and Content-Length never go together',
    ['5.x', '4.x'],
    ['the final handler › drops stale headers and keeps others'],
  ),
  ...excuse(
    'W-027',
    'null stands for no locals, as in 5.x',
    ['4.x'],
    ['app.render, res.render, app.engine and view settings › app.render takes odd arguments'],
  ),
  ...excuse(
    'W-028',
    'the settings can be started over, as in 5.x',
    ['4.x'],
    [
      'app.init, app.defaultConfiguration, app.locals › init defaultConfiguration starts the settings over',
      'members that an application calls › app.defaultConfiguration() with members replaced on the application',
      'members that an application calls › app.init() with members replaced on the application',
    ],
  ),
  ...excuse(
    'W-090',
    'a spelling that misses a guard does not find the file',
    ['5.x', '4.x'],
    ['express.static paths › of a guarded folder in another spelling'],
  ),
  ...excuse(
    'W-091',
    'a malformed host is undefined',
    ['5.x', '4.x'],
    [
      'req.host, hostname, ip, ips, protocol, secure, subdomains › of Host ":80"',
      'req.host, hostname, ip, ips, protocol, secure, subdomains › of Host "a:b:c"',
      'req.host, hostname, ip, ips, protocol, secure, subdomains › of Host "a@b"',
      'req.host, hostname, ip, ips, protocol, secure, subdomains › of Host "a,b"',
      'req.host, hostname, ip, ips, protocol, secure, subdomains › of Host "exa mple.com"',
      'req.host, hostname, ip, ips, protocol, secure, subdomains › of Host "[::1"',
      'req.host, hostname, ip, ips, protocol, secure, subdomains › of Host "a]b:1"',
    ],
  ),
  ...excuse(
    'W-094',
    'a client is not asked for a body that is refused',
    ['5.x', '4.x'],
    [
      'express.json › when the client waits to be told to continue',
      'express.raw › when the client waits to be told to continue',
      'express.text › when the client waits to be told to continue',
      'express.urlencoded › when the client waits to be told to continue',
    ],
  ),
  ...excuse(
    'W-092',
    'a URL or relation cannot add links',
    ['5.x', '4.x'],
    ['res.links › sets odd names', 'res.links › sets unencoded targets'],
  ),
  ...excusesOf3.flatMap(([id, reason, scenarios]) => excuse(id, reason, ['3.x'], scenarios)),
]

/** One entry for each of the scenarios in each of the dialects. */
function excuse(
  id: string,
  reason: string,
  dialects: readonly DialectName[],
  scenarios: readonly string[],
): KnownDifference[] {
  return dialects.flatMap((dialect) =>
    scenarios.map((scenario) => ({ id, dialect, scenario, reason })),
  )
}
