/** The settings that the framework reads, with their usual values. */
export interface Settings {
  /** Whether `/Foo` and `/foo` are different paths; off by default. */
  'case sensitive routing': boolean
  /** Whether rejected promises of handlers go to `next(err)`; on by default. */
  'catch rejections': boolean
  /** The name of the environment; `NODE_ENV`, or `development` by default. */
  env: string
  /** How `res.send` computes the ETag; `weak` by default. */
  etag: boolean | 'weak' | 'strong' | ((body: any, encoding?: any) => string | undefined)
  /** The header in which trusted proxies tell about requests; `X-Forwarded` by default. */
  'forwarded header': 'Forwarded' | 'X-Forwarded' | false
  /** The name of the query parameter with the callback of `res.jsonp`; `callback` by default. */
  'jsonp callback name': string
  /** Escapes `<`, `>` and `&` in JSON; off by default. */
  'json escape': boolean
  /** The replacer that is passed to `JSON.stringify`. */
  'json replacer': ((this: any, key: string, value: any) => any) | (string | number)[] | null
  /** The indentation that is passed to `JSON.stringify`. */
  'json spaces': number | string
  /** Responds 405 if a path has routes for other methods alone; off by default. */
  'method not allowed': boolean
  /** How query strings are parsed; `simple` by default in 5.x, `extended` in 4.x. */
  'query parser': boolean | 'simple' | 'extended' | ((query: string) => any)
  /** Whether `res.location` and `res.redirect` refuse addresses such as `//host`; off by default. */
  'strict redirects': boolean
  /** Whether `/foo` and `/foo/` are different paths; off by default. */
  'strict routing': boolean
  /** How many parts of the host name are not subdomains; 2 by default. */
  'subdomain offset': number
  /** The proxies whose X-Forwarded headers are trusted; none by default. */
  'trust proxy':
    | (boolean | number | string | readonly string[])
    | ((address: string, hop: number) => boolean)
  /** Gives views the function `url`, which is `app.url`; off by default. */
  'url in views': boolean
  /** The class of views. */
  view: any
  /** Whether compiled views are kept; on by default if `env` is `production`. */
  'view cache': boolean
  /** The file extension of views that are named without one. */
  'view engine': string
  /** The directory of the views, or several; `views` by default. */
  views: string | readonly string[]
  /** Sends the header X-Powered-By; on by default. */
  'x-powered-by': boolean
}

/** The name of a setting: one that the framework reads, or any other. */
// `string & {}` keeps the known names in the completion of editors.
export type SettingName = keyof Settings | (string & {})

/** The settings by name; the application can add others. */
export type SettingsTable = { [Name in keyof Settings]?: any } & Record<string, any>
