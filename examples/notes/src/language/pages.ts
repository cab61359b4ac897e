import webapp, { type Router } from 'webapp'
import { localPath } from '../accounts/guards.ts'
import { HttpError } from '../errors.ts'
import { findLanguage, LANGUAGE_COOKIE, textsOf } from './language.ts'

const YEAR_MS = 365 * 24 * 3_600_000

/** The choice of a language. It needs no session and no token: it changes nothing but a cookie. */
export function languagePages(): Router {
  const pages = webapp.Router()

  pages.get('/language', (req, res) => {
    res.render('language', {
      title: textsOf(res).language.title,
      back: localPath(req.query.back, '/'),
    })
  })

  pages.post('/language', webapp.urlencoded({ limit: '4kb' }), (req, res) => {
    const { language, back } = Object(req.body)
    const found = findLanguage(language)
    if (found === undefined) {
      throw new HttpError(400, 'There is no such language', 'language.unknown')
    }
    res.cookie(LANGUAGE_COOKIE, found.code, {
      httpOnly: true,
      sameSite: 'lax',
      secure: req.secure,
      maxAge: YEAR_MS,
    })
    res.redirect(303, localPath(back, '/'))
  })

  return pages
}
