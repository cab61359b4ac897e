import { isTypo } from '../../errors/typo.ts'

const KNOWN = [
  'case sensitive routing',
  'catch rejections',
  'env',
  'etag',
  'forwarded header',
  'json escape',
  'json replacer',
  'json spaces',
  'jsonp callback name',
  'method not allowed',
  'query parser',
  'strict redirects',
  'strict routing',
  'subdomain offset',
  'trust proxy',
  'url in views',
  'view',
  'view cache',
  'view engine',
  'views',
  'x-powered-by',
]

/** Functions that settings are compiled to. Programs may set them too. */
const COMPILED = ['etag fn', 'query parser fn', 'trust proxy fn']

/** The setting that a name was probably meant to be; `undefined` if the name is none of ours. */
export function intendedSetting(name: string): string | undefined {
  if (KNOWN.includes(name) || COMPILED.includes(name)) return undefined
  const letters = lettersOf(name)
  const spelled = KNOWN.find((known) => lettersOf(known) === letters)
  if (spelled !== undefined) return spelled
  // In a short name, two letters make another word: 'port' is not 'etag'.
  return KNOWN.find((known) => known.length > 7 && isTypo(letters, lettersOf(known), 2))
}

/** A name without case and separators: `trustProxy` and `trust-proxy` are 'trust proxy'. */
function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}
