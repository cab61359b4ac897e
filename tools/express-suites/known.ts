import type { KnownFailure } from './compare.ts'

const EXPRESS = ['express-5', 'express-4']
const SEND = ['send-1', 'send-0']
const FINALHANDLER = ['finalhandler-2', 'finalhandler-1']

/** A part of a package that an application does not reach. */
const NO_COUNTERPART = 'W-107'

/**
 * Why a test that passes on its own package fails on webapp, with a row of docs/differences.md.
 * Entries that are not needed fail the run.
 */
export const known: readonly KnownFailure[] = [
  {
    suites: EXPRESS,
    file: 'test/express.text.js',
    title: 'express.text() with limit option should not error when inflating',
    row: 'W-012',
    why: 'The client does not listen for the response yet, which comes before it ends its body.',
  },
  {
    suites: ['body-parser-1'],
    file: 'test/text.js',
    title: 'bodyParser.text() with limit option should not error when inflating',
    row: 'W-012',
    why: 'The client does not listen for the response yet, which comes before it ends its body.',
  },
  {
    suites: ['express-3'],
    file: 'test/exports.js',
    title: 'exports should expose .mime',
    row: 'W-097',
    why: 'The test compares `mime` with the table of the package connect.',
  },
  {
    suites: SEND,
    file: 'test/send.js',
    title: 'send(file).pipe(res) should 404 if file disappears after stat, before open',
    row: 'W-098',
    why: 'The file is opened before its size is read, so it cannot disappear between the two.',
  },
  {
    suites: SEND,
    file: 'test/send.js',
    title: 'send(file).pipe(res) should 500 on file stream error',
    row: 'W-098',
    why: 'No stream of the file exists that the test could destroy.',
  },
  ...['should be called when sending directory', 'should be called with path'].map((name) => ({
    suites: SEND,
    file: 'test/send.js',
    title: `send(file).pipe(res) when "directory" listeners are present ${name}`,
    row: NO_COUNTERPART,
    why: '`static` redirects a directory or passes it on. It has no event for it.',
  })),
  {
    suites: SEND,
    file: 'test/send.js',
    title:
      'send(file).pipe(res) when no "error" listeners are present should remove all previously-set headers',
    row: NO_COUNTERPART,
    why: 'An application keeps the headers of a failed response, as in Express.',
  },
  {
    suites: SEND,
    file: 'test/send.js',
    title: 'send(file, options) index should support disabling',
    row: NO_COUNTERPART,
    why: 'Without an index file, `static` passes a directory on (404), as in Express.',
  },
  {
    suites: ['send-0'],
    file: 'test/send.js',
    title: 'send(file).pipe(res) .index() should support disabling',
    row: NO_COUNTERPART,
    why: 'Without an index file, `static` passes a directory on (404), as in Express.',
  },
  ...['should work with empty path', 'should try as file with empty path'].map((name) => ({
    suites: SEND,
    file: 'test/send.js',
    title: `send(file, options) root when given ${name}`,
    row: NO_COUNTERPART,
    why: 'A request has no empty path.',
  })),
  {
    suites: SEND,
    file: 'test/send.js',
    title: 'send(file, options) root when missing should consider .. malicious',
    row: NO_COUNTERPART,
    why: '`static` always has a root folder.',
  },
  ...['http', 'http2'].map((protocol) => ({
    suites: FINALHANDLER,
    file: 'test/test.js',
    title: `${protocol} request started should terminate on error`,
    row: NO_COUNTERPART,
    why: 'An application calls its final handler in a later turn of the event loop, as Express does.',
  })),
  {
    suites: ['body-parser-2'],
    file: 'test/body-parser.js',
    title: 'bodyParser() should throw an error',
    row: NO_COUNTERPART,
    why: 'The message is about calling the package, which has no counterpart in Express.',
  },
  ...['constructor middleware', '.createServer()'].map((name) => ({
    suites: ['connect-2'],
    file: 'test/server.js',
    title: `app should allow old-style ${name}`,
    row: NO_COUNTERPART,
    why: 'The stack of an application of Express 3 begins with two handlers of its own.',
  })),
]

export function knownOf(suite: string): KnownFailure[] {
  return known.filter(({ suites }) => suites.includes(suite))
}
