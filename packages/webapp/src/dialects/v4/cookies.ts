import { deprecate } from '../../errors/deprecation.ts'
import type { Res } from '../../http/exchange.ts'
import { cookies as v5 } from '../../response/cookies.ts'
import { flattenOptions } from '../../runtime/flatten-options.ts'

const { cookie: setCookie } = v5

interface ClearOptions {
  readonly maxAge?: unknown
  readonly expires?: unknown
}

/** In 4.x the options of `clearCookie` override its defaults, even if the cookie stays alive. */
export const cookies = {
  clearCookie(this: Res, name: string, options?: ClearOptions): Res {
    if (options?.maxAge) warnOf('maxAge')
    if (options?.expires) warnOf('expires')
    return this.cookie(name, '', { expires: new Date(1), path: '/', ...options })
  },

  /** 4.x also reads inherited options. */
  cookie(this: Res, name: string, value: unknown, options?: object): Res {
    return setCookie.call(this, name, value, flattenOptions(options))
  },
}

function warnOf(option: string): void {
  deprecate(
    `res.clearCookie: Passing "options.${option}" is deprecated. In v5.0.0 of Express, this ` +
      'option will be ignored, as res.clearCookie will automatically set cookies to expire ' +
      'immediately. Please update your code to omit this option.',
  )
}
