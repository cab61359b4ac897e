import { checkUniqueNames, checkUrls } from './check-names.ts'
import { describe, join, show } from './entry-texts.ts'
import type {
  Entry,
  Finding,
  Handler,
  HolderEntry,
  MiddlewareEntry,
  MountEntry,
  Observation,
  Place,
  RouteEntry,
} from './model.ts'

export function checkRoutes({ applications, names, refusals }: Observation): Finding[] {
  const findings: Finding[] = refusals.map(({ message, call, place }) => {
    return { rule: ruleFor(message), message: `${call}: ${message}`, place }
  })
  for (const holder of applications) {
    checkHolder(holder, '', findings)
    findings.push(...checkUniqueNames(holder), ...checkUrls(holder, names))
  }
  const seen = new Set<string>()
  return findings
    .filter((finding) => {
      const key = JSON.stringify(finding)
      return !seen.has(key) && Boolean(seen.add(key))
    })
    .sort((one, other) => compare(one.place, other.place))
}

/** The rule for a call that the framework refused. */
function ruleFor(message: string): string {
  const [rule = 'refused'] = RULES.find(([, pattern]) => pattern.test(message)) ?? []
  return rule
}

const RULES: readonly (readonly [rule: string, message: RegExp])[] = [
  ['unknown-name', /^url\(.*: no route has this name/],
  ['refused-url', /^url\(/],
  [
    'handler-not-a-function',
    /must be a function|requires? (?:a )?callback function|requires a middleware/i,
  ],
  [
    'pattern-of-another-dialect',
    /pathToRegexpError|Missing parameter name|Unexpected [^\s] at|4\.x pattern|regular expression/,
  ],
]

function compare(one: Place | undefined, other: Place | undefined): number {
  if (one === undefined || other === undefined) return one === other ? 0 : one ? -1 : 1
  return one.file.localeCompare(other.file) || one.line - other.line || one.column - other.column
}

function checkHolder(holder: HolderEntry, base: string, findings: Finding[]): void {
  for (const [index, entry] of holder.entries.entries()) {
    checkPaths(entry, holder, findings)
    if (entry.type === 'mount') {
      checkMount(entry, holder, base, findings)
      checkHolder(entry.holder, join(base, entry.paths[0] ?? ''), findings)
      continue
    }
    checkHandlers(entry, base, findings)
    checkNames(entry, base, findings)
    if (entry.type === 'route') checkReach(entry, index, holder, base, findings)
  }
  checkErrorHandlers(holder, findings)
  checkLateMiddleware(holder, base, findings)
}

/** Paths without a slash, and patterns that another dialect reads in another way. */
function checkPaths(entry: Entry, { dialect }: HolderEntry, findings: Finding[]): void {
  for (const path of entry.paths) {
    if (path === '' || path.startsWith('/') || path.startsWith('^')) {
      const foreign = foreignPart(path, dialect)
      if (foreign === undefined) continue
      findings.push({
        rule: 'pattern-of-another-dialect',
        message: `'${path}' is in a router of ${dialect}, which ${foreign}`,
        place: entry.place,
      })
    } else if (/^(?:[\w~@.-](?![?*])|:\w+(?![\w?*+(]))/.test(path)) {
      findings.push({
        rule: 'path-without-slash',
        message: `'${path}' never matches, because a path starts with a slash. Write '/${path}'.`,
        place: entry.place,
      })
    }
  }
}

function foreignPart(path: string, dialect: string): string | undefined {
  // A regular expression is the same in all dialects.
  if (path.startsWith('/') && /^\/.*\/[a-z]*$/.test(path) && /[\\^$]/.test(path)) return undefined
  if (dialect === '5.x') {
    return path.includes('|') ? "takes '|' literally: write a list of paths." : undefined
  }
  if (/\{[^}\d][^}]*\}/.test(path)) return 'has no optional parts in braces: write `:id?`.'
  return /\/\*[A-Za-z_]\w*$/.test(path)
    ? 'reads the name after the star literally: write `*` alone.'
    : undefined
}

/** Middleware that was not called, and error handlers with three parameters. */
function checkHandlers(
  entry: RouteEntry | MiddlewareEntry,
  base: string,
  findings: Finding[],
): void {
  const where = entry.type === 'route' ? describe(entry, base) : 'app.use'
  for (const { uncalled, arity, parameters } of entry.handlers) {
    const [first = '', second = ''] = parameters
    if (uncalled !== undefined) {
      findings.push({
        rule: 'uncalled-middleware',
        message: `${where}: webapp.${uncalled} makes middleware and is none itself. Call it: webapp.${uncalled}().`,
        place: entry.place,
      })
    } else if (arity === 3 && isErrorName(first) && /^_*req/i.test(second)) {
      findings.push({
        rule: 'narrow-error-handler',
        message: `${where}: an error handler needs four parameters. Add next to (${parameters.join(', ')}).`,
        place: entry.place,
      })
    }
  }
}

/** Contracts whose params name what the path does not have: they refuse every request. */
function checkNames(entry: RouteEntry | MiddlewareEntry, base: string, findings: Finding[]): void {
  const { misnamed, place } = entry
  if (misnamed === undefined) return
  const { missing, known } = misnamed
  const where = entry.type === 'route' ? describe(entry, base) : `app.use ${entry.paths.join(', ')}`
  const own = known.length === 0 ? 'no parameters' : `the parameters ${known.join(', ')}`
  findings.push({
    rule: 'contract-params',
    message: `${where}: the params of the contract name ${missing.join(', ')}, but the path has ${own}. Rename them, or add :${missing.join(' and :')} to the path.`,
    place,
  })
}

function isErrorName(name: string): boolean {
  return /^_*(?:e|err|error|ex|exception)$/i.test(name)
}

/** Duplicates, and routes that an earlier registration hides. */
function checkReach(
  route: RouteEntry,
  index: number,
  holder: HolderEntry,
  base: string,
  findings: Finding[],
): void {
  const { entries, parameters } = holder
  const earlier = entries.slice(0, index)
  const twin = earlier.find((entry) => isTwin(entry, route) && ends(entry, parameters))
  if (twin) {
    findings.push({
      rule: 'duplicate',
      message: `${describe(route, base)} is registered before, at ${show(twin.place)}, and that one does not call next.`,
      place: route.place,
    })
    return
  }
  const hiding = findHiding(route, holder)
  if (hiding === undefined) return
  findings.push({
    rule: 'never-matches',
    message: `${describe(route, base)} never runs: ${hiding} takes its requests and does not call next. Register the more specific one first.`,
    place: route.place,
  })
}

/** Routers and applications that an earlier registration hides. */
function checkMount(
  mount: MountEntry,
  around: HolderEntry,
  base: string,
  findings: Finding[],
): void {
  const { paths, place, holder } = mount
  const hiding = findHiding(mount, around)
  if (hiding === undefined || !holder.entries.some((entry) => entry.type === 'route')) return
  const where = paths.map((path) => join(base, path)).join(', ')
  findings.push({
    rule: 'never-matches',
    message: `the ${holder.kind} at ${where} never runs: ${hiding} takes its requests and does not call next. Mount it first.`,
    place,
  })
}

/** The earlier registration that takes all requests of an entry, in words. */
function findHiding(
  { coveredBy }: RouteEntry | MountEntry,
  { entries, parameters }: HolderEntry,
): string | undefined {
  const hiding = coveredBy
    .map((each) => entries[each])
    .find((entry) => entry !== undefined && ends(entry, parameters))
  if (hiding === undefined) return undefined
  const what = hiding.type === 'route' ? `the route ${hiding.paths.join(', ')}` : 'the middleware'
  return `${what} at ${show(hiding.place)}`
}

function isTwin(entry: Entry, route: RouteEntry): boolean {
  if (entry.type !== 'route' || entry.methods.length === 0) return false
  if (String(entry.paths) !== String(route.paths)) return false
  return route.methods.length > 0 && route.methods.every((method) => entry.methods.includes(method))
}

/** Whether a registration takes its requests and passes none on. */
function ends(entry: Entry, parameters: readonly string[]): boolean {
  if (entry.type === 'mount') return false
  const text = entry.paths.join(' ')
  if (parameters.some((name) => text.includes(`:${name}`) || text.includes(`*${name}`)))
    return false
  const end = entry.handlers.findIndex(({ mayContinue, arity }) => !mayContinue && arity < 4)
  return end !== -1 && !entry.handlers.slice(0, end).some(({ maySkip }) => maySkip)
}

/** Error handlers before the routes whose errors they should get. */
function checkErrorHandlers({ entries }: HolderEntry, findings: Finding[]): void {
  const last = entries.reduce((found, entry, at) => (isServing(entry) ? at : found), -1)
  const isCovered = entries.slice(last + 1).some(isErrorHandler)
  if (isCovered) return
  for (const entry of entries.slice(0, Math.max(0, last))) {
    if (!isErrorHandler(entry)) continue
    const missed = entries.slice(entries.indexOf(entry) + 1).find(isServing)
    findings.push({
      rule: 'error-handler-before-routes',
      message: `this error handler gets no errors of the routes after it, such as ${missed?.paths.join(', ')} at ${show(missed?.place)}. Move it behind them.`,
      place: entry.place,
    })
  }
}

function isServing(entry: Entry): boolean {
  return entry.type !== 'use' && !isGuard(entry)
}

/** `app.all('*', …)` whose handlers may all call `next` is middleware in the form of a route. */
function isGuard(entry: Entry): boolean {
  if (entry.type !== 'route' || !entry.methods.includes('ALL')) return false
  const isEverywhere = entry.paths.some((path) => /^(?:\*|\/\*|\/?\{?\/?\*\w+\}?)$/.test(path))
  return isEverywhere && entry.handlers.every(({ mayContinue }) => mayContinue)
}

function isErrorHandler(entry: Entry): boolean {
  return entry.type === 'use' && entry.handlers.some(({ arity }) => arity === 4)
}

const BODY_PARSERS = /^(?:json|urlencoded|text|raw|body)Parser$|^(?:multipart|multerMiddleware)$/
/** The functions that well-known packages return. */
const PREPARING =
  /^(?:cookieParser|_?cookieSession|session|corsMiddleware|cors|compression|helmet\w*|logger|initialize|methodOverride|csrf)$/

/** Middleware that prepares requests, and stands after the routes that need it. */
function checkLateMiddleware({ entries }: HolderEntry, base: string, findings: Finding[]): void {
  for (const [index, entry] of entries.entries()) {
    if (entry.type !== 'use') continue
    const parser = entry.handlers.find(({ name }) => BODY_PARSERS.test(name))
    const preparing = entry.handlers.find(({ name }) => PREPARING.test(name))
    const before = entries.slice(0, index)
    const after = entries.slice(index + 1)
    const missed = parser
      ? before.find((each) => each.type === 'route' && each.methods.some(takesBody))
      : preparing && !after.some(isServing)
        ? before.find(isServing)
        : undefined
    const isRepeated = before.some((each) => hasHandler(each, parser ?? preparing))
    if (missed === undefined || isRepeated || !isWhole(entry)) continue
    const route = missed.type === 'route' ? describe(missed, base) : missed.paths.join(', ')
    findings.push({
      rule: 'late-middleware',
      message: `${(parser ?? preparing)?.name} does not run for ${route} at ${show(missed.place)}, which is before it. Move it up.`,
      place: entry.place,
    })
  }
}

function takesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

function hasHandler(entry: Entry, handler: Handler | undefined): boolean {
  return entry.type === 'use' && entry.handlers.some(({ name }) => name === handler?.name)
}

function isWhole(entry: MiddlewareEntry): boolean {
  return entry.paths.includes('/')
}
