import { extname } from 'node:path'
import { inspect } from 'node:util'
import { callSite } from '../../errors/call-site.ts'
import type { Mistake } from '../../errors/mistakes.ts'
import { currentPlace, placeOf } from '../../errors/places.ts'
import type { Req } from '../../http/exchange.ts'
import { isReadOf } from './failed-reads.ts'
import { quoteName } from './functions.ts'
import { knownError } from './known-errors.ts'
import { explainMissingBody } from './missing-body.ts'
import { pathOf, quoteRoute } from './route-names.ts'
import { at, say } from './say.ts'

type MistakeOf<Kind> = Extract<Mistake, { kind: Kind }>

const explanations: { readonly [Kind in Mistake['kind']]: (mistake: MistakeOf<Kind>) => void } = {
  handler: explainHandler,
  thrown: explainThrown,
  redirect: explainRedirect,
  promise: explainPromise,
  status: explainStatus,
  engine: explainEngine,
  listen: explainListen,
  unhandled: explainUnhandled,
}

/** Writes the hint about a mistake to the console. */
export function explain(mistake: Mistake): void {
  // TypeScript does not see that the kind of the entry is the kind of the mistake.
  ;(explanations[mistake.kind] as (mistake: Mistake) => void)(mistake)
}

function explainHandler({ method, path, handlers }: MistakeOf<'handler'>): void {
  const position = handlers.findIndex((handler) => typeof handler !== 'function')
  const value = handlers[position]
  const place = currentPlace()
  const shown = path === value ? '…' : `${inspect(path)}, …`
  // `app.use` calls `router.use`, and `app.all` other methods, which report the handler once more.
  say(
    `handler ${position + 1} of .${method}(${shown}) is ${show(value)} and not a ` +
      `function${at(place)}. ${fixFor(value)}`,
    `handler ${place}`,
  )
}

function fixFor(value: unknown): string {
  if (value instanceof Promise) return 'Await it: the function is the result of the promise.'
  if (isModule(value)) return 'It is a module with a default export: use its `default`.'
  return 'Check its name, that its module exports it, and that modules do not require each other.'
}

function isModule(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'default' in value
}

function explainThrown({ value, handle, req }: MistakeOf<'thrown'>): void {
  say(
    `the handler ${quoteName(handle)} of ${quoteRoute(req, handle)} threw ${show(value)}` +
      `${at(placeOf(handle))}. That is not an error, so the next handler ran. ` +
      'Throw an Error: throw new Error(message).',
  )
}

function explainRedirect({ url }: MistakeOf<'redirect'>): void {
  if (url === 'back') {
    say(
      `res.redirect('back') leads to the path 'back'${at(currentPlace())}, and not to the page before. ` +
        "Write res.redirect(req.get('Referrer') || '/').",
    )
    return
  }
  say(
    `res.redirect(${show(url)}) has no address for the client${at(currentPlace())}. ` +
      "Pass one, such as res.redirect('/login').",
  )
}

function explainPromise(): void {
  say(
    `a promise was passed to res.json or res.send${at(currentPlace())}, so the client got {}. ` +
      'Await it: res.json(await …).',
  )
}

function explainStatus({ member, status, lost }: MistakeOf<'status'>): void {
  const place = at(currentPlace())
  if (lost === undefined) {
    say(
      `res.${member}(${status}) sends the number ${status} as the body, with the status 200${place}. ` +
        `Write res.sendStatus(${status}), or res.json(${status}) to send the number.`,
    )
    return
  }
  say(
    `res.${member}(${status}, …) sends the number ${status} and not the second argument${place}. ` +
      `Write res.status(${status}).${member}(…).`,
  )
}

function explainEngine({ view, engine, error }: MistakeOf<'engine'>): void {
  const name = (extname(String(view)) || String(engine)).replace(/^\./, '')
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code !== 'MODULE_NOT_FOUND' || !String(message).includes(`'${name}'`)) return
  const fix = NOT_PACKAGES.has(name)
    ? `Choose an engine for the extension, such as app.engine('${name}', require('ejs').renderFile).`
    : `Run: npm install ${name}`
  say(
    `the view ${inspect(view)} needs the template engine '${name}', which is not installed` +
      `${at(currentPlace())}. ${fix}`,
  )
}

/** Extensions of templates that no engine is named after. */
const NOT_PACKAGES = new Set(['html', 'htm', 'xhtml', 'xml', 'tpl', 'txt'])

function explainListen({ error, callback }: MistakeOf<'listen'>): void {
  // A callback without parameters may still read the error from its arguments.
  if ((callback as { length?: unknown }).length !== 0 || /\barguments\b|\.\.\./.test(`${callback}`))
    return
  const { message } = error as { message?: unknown }
  say(
    `the server does not listen: ${message}. The callback of app.listen was called with this ` +
      `error, but has no parameter for it${at(placeOf(callback))}. ` +
      'Write app.listen(port, (error) => { if (error) throw error; … }).',
  )
}

function explainUnhandled({ error, req }: MistakeOf<'unhandled'>): void {
  const { message, stack } = Object(error) as { message?: unknown; stack?: unknown }
  const [problem] = String(message).split('\n', 1)
  const known = knownError(error)
  if (known !== undefined) {
    const place = known.isOfClient ? undefined : callSite(stack)
    say(
      `${req.method} ${pathOf(req)} failed with '${problem}'${at(place)}. Fix: ${known.fix} ` +
        `(docs: errors.md#${known.section})`,
      `${known.section} ${place}`,
    )
    return
  }
  const [member, reason] = missingMember(error, req) ?? []
  if (reason === undefined) return
  const place = callSite(stack)
  say(
    `${req.method} ${pathOf(req)} failed with '${problem}'${at(place)}: req.${member} is undefined, because ` +
      reason,
    // The type of a body, which the client chooses, must not repeat the hint.
    `${member} ${place} ${reason.split(' ', 3).join(' ')}`,
  )
}

/** A member of the request that was `undefined` when a handler read it, with the reason and the fix. */
function missingMember(error: unknown, req: Req): [member: string, reason?: string] | undefined {
  const values = req as Req & Record<string, unknown>
  const name = ['body', ...Object.keys(SETTERS)].find(
    (member) => values[member] === undefined && isReadOf(member, error),
  )
  if (name === undefined) return undefined
  if (name === 'body') return [name, explainMissingBody(req)]
  const reason = `no middleware before the handler set it. Register ${SETTERS[name]} before the route.`
  return [name, reason]
}

/** Members of requests, with the middleware that sets them. */
const SETTERS: Readonly<Record<string, string>> = {
  cookies: 'cookieParser()',
  signedCookies: 'cookieParser(secret)',
  session: 'session middleware, such as express-session,',
}

function show(value: unknown): string {
  return inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY })
}
