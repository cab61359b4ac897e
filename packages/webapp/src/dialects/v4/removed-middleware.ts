/** The middleware of 3.x that 4.x does not include. */
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

/** Defines getters that throw Express's error for removed middleware. */
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
