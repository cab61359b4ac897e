/** What 3.x had built in and 4.x sends people to install. */
const REMOVED = [
  'bodyParser',
  'compress',
  'cookieSession',
  'session',
  'logger',
  'cookieParser',
  'favicon',
  'responseTime',
  'errorHandler',
  'timeout',
  'methodOverride',
  'vhost',
  'csrf',
  'directory',
  'limit',
  'multipart',
  'staticCache',
]

/** Makes the names of removed middleware say where it went. */
export function defineRemovedMiddleware(factory: object): void {
  for (const name of REMOVED) {
    Object.defineProperty(factory, name, {
      configurable: true,
      get() {
        throw new Error(
          `Most middleware (like ${name}) is no longer bundled with Express and must be ` +
            'installed separately. Please see https://github.com/senchalabs/connect#middleware.',
        )
      },
    })
  }
}
