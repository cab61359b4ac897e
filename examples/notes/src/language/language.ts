import type { Request, RequestHandler, Response } from 'webapp'
import { de } from './de.ts'
import { en, type Messages } from './en.ts'

export const LANGUAGES: readonly Messages[] = [en, de]
export const LANGUAGE_COOKIE = 'language'

/** The texts for a request: the choice of the visitor, else the best that the browser asks for. */
export function messagesFor(req: Request): Messages {
  const chosen = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/.exec(req.get('Cookie') ?? '')?.[1]
  const known = findLanguage(chosen)
  if (known !== undefined) return known
  const codes = LANGUAGES.map(({ code }) => code)
  return findLanguage(req.acceptsLanguages(codes) || undefined) ?? en
}

export function findLanguage(code: unknown): Messages | undefined {
  return LANGUAGES.find((language) => language.code === code)
}

/** Gives the views of this request their texts. */
export const chooseLanguage: RequestHandler = (req, res, next) => {
  const t = messagesFor(req)
  res.locals.t = t
  res.set('Content-Language', t.code).vary(['Accept-Language', 'Cookie'])
  next()
}

/** The texts that `chooseLanguage` has set. */
export function textsOf(res: Response): Messages {
  return res.locals.t
}
