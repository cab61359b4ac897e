import { type CookieSerializeOptions, serialize } from 'cookie'

type Expires = Date | boolean | null

interface CookieAttributes extends Omit<CookieSerializeOptions, 'expires' | 'maxAge'> {
  /** Lifetime in milliseconds. */
  readonly maxAge?: number | null
  readonly expires?: Expires
}

/** `req.session.cookie`: the attributes of the cookie, which a program can change. */
export class SessionCookie {
  path = '/'
  _expires: Expires = null
  originalMaxAge: number | boolean | null = null
  httpOnly = true
  declare secure?: boolean
  declare domain?: string
  declare sameSite?: CookieSerializeOptions['sameSite']
  declare priority?: CookieSerializeOptions['priority']
  declare partitioned?: boolean

  constructor(attributes?: CookieAttributes | null) {
    Object.assign(this, attributes)
  }

  get expires(): Expires {
    return this._expires
  }

  set expires(date: Expires) {
    this._expires = date
    this.originalMaxAge = this.maxAge
  }

  /** Milliseconds that are left. */
  get maxAge(): number | boolean | null {
    const { _expires: expires } = this
    return expires instanceof Date ? expires.getTime() - Date.now() : expires
  }

  set maxAge(time: number | null) {
    if (time !== null && time !== undefined && typeof time !== 'number') {
      throw new TypeError(`maxAge of a session cookie "${String(time)}" is not a number`)
    }
    this._expires = typeof time === 'number' ? new Date(Date.now() + time) : null
    this.originalMaxAge = time ?? null
  }

  get data(): object {
    const { originalMaxAge, expires, secure, httpOnly, domain, path } = this
    const { sameSite, priority, partitioned } = this
    const newer = { sameSite, priority, partitioned }
    return { originalMaxAge, expires, secure, httpOnly, domain, path, ...newer }
  }

  serialize(name: string, value: string): string {
    return serialize(name, value, this.data)
  }

  toJSON(): object {
    return this.data
  }
}
