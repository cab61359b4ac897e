import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Eta } from 'eta'
import webapp, { type Application, type RequestHandler } from 'webapp'
import { ROOT } from '../config.ts'
import { chooseLanguage, LANGUAGES, textsOf } from '../language/language.ts'

/** The typed client of the API, as an ES module for browsers. Scripts in public/ import it. */
const CLIENT = fileURLToPath(import.meta.resolve('webapp/client'))
const VIEWS = join(ROOT, 'views')
const PUBLIC = join(ROOT, 'public')

/** Renders views/*.eta. `<%= %>` escapes; `<%~ %>` does not, and is for HTML that we made. */
export function useViews(app: Application, isProduction: boolean): void {
  const eta = new Eta({ views: VIEWS, cache: isProduction, autoTrim: [false, 'nl'] })
  app.engine('eta', (path: string, data: object, done: (error: unknown, html?: string) => void) => {
    try {
      done(null, eta.render(relative(VIEWS, path), data))
    } catch (error) {
      done(error)
    }
  })
  app.set('views', VIEWS)
  app.set('view engine', 'eta')
  app.locals.languages = LANGUAGES
}

/** Gives the views what every page shows. */
export const describePage: RequestHandler[] = [
  chooseLanguage,
  (req, res, next) => {
    const { code } = textsOf(res)
    res.locals.path = req.method === 'GET' ? req.originalUrl : '/'
    res.locals.formatDate = (date: Date) => formatDate(date, code)
    res.locals.formatSize = (bytes: number) => formatSize(bytes, code)
    next()
  },
]

/** Sets the user and the token of forms, for pages behind the session. */
export const describeVisitor: RequestHandler = (req, res, next) => {
  res.locals.account = req.account
  res.locals.csrf = req.session.csrf
  // Pages of a user are for the browser of this user alone.
  res.set('Cache-Control', 'private, no-cache')
  next()
}

/**
 * Serves public/ and the client. The address of a file has a hash of all files, so that browsers keep
 * them for a year. During an update, a process also serves files under the hash of the other version.
 */
export function useAssets(app: Application, isProduction: boolean): void {
  const version = hashOf([
    ...readdirSync(PUBLIC)
      .sort()
      .map((name) => join(PUBLIC, name)),
    CLIENT,
  ])
  app.locals.asset = (name: string) => `/assets/${version}/${name}`
  const lasting = { maxAge: '1y', immutable: true }
  const other = { cacheControl: false }
  const serveLasting = webapp.static(PUBLIC, { ...lasting, index: false })
  const serveOther = webapp.static(PUBLIC, { ...other, index: false })
  app.use('/assets/:version', (req, res, next) => {
    const isLasting = isProduction && req.params.version === version
    if (!isLasting) res.set('Cache-Control', 'no-cache')
    if (req.path === '/webapp-client.mjs') {
      const options = { root: dirname(CLIENT), ...(isLasting ? lasting : other) }
      return res.sendFile(basename(CLIENT), options)
    }
    return (isLasting ? serveLasting : serveOther)(req, res, next)
  })
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(basename(file)).update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

// A formatter is expensive to create. Readers are in other zones than the server, so it writes UTC,
// and public/times.js shows the zone of the reader.
const dateFormats = new Map(
  LANGUAGES.map(({ code }) => [
    code,
    new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  ]),
)

function formatDate(date: Date, language: string): string {
  return `${dateFormats.get(language)?.format(date) ?? date.toISOString()} UTC`
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

function formatSize(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const value = bytes / 1024 ** power
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${UNITS[power]}`
}
