/** The settings of the application. */
export interface Config {
  readonly port: number
  /** The folder of the database; in memory without one, as in tests. */
  readonly dataFolder: string | undefined
  /** Signs the cookies of sessions. */
  readonly sessionSecret: string
  /** A value of the setting `trust proxy`: the proxies whose X-Forwarded headers count. */
  readonly trustProxy: string | number | undefined
  /** The base-2 logarithm of the cost of scrypt. 15 takes 32 MiB and about 0.1 s. */
  readonly passwordCost: number
  /** Attempts to log in or to sign up, of one address in 15 minutes. */
  readonly loginLimit: number
  readonly isProduction: boolean
}

/** Reads the environment. A wrong value ends the program with a message. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const isProduction = env.NODE_ENV === 'production'
  return {
    port: Number(env.PORT || 3000),
    dataFolder: env.DATA_DIR || 'data',
    sessionSecret: readSecret(env.SESSION_SECRET, isProduction),
    trustProxy: readProxy(env.TRUST_PROXY),
    passwordCost: 15,
    loginLimit: 20,
    isProduction,
  }
}

function readSecret(secret: string | undefined, isProduction: boolean): string {
  if (!secret && !isProduction) return 'a secret for development, which everybody knows'
  if (secret !== undefined && secret.length >= 32) return secret
  throw new Error('SESSION_SECRET must be a random text of at least 32 characters')
}

/** A number of proxies, or a list of addresses such as "loopback" or "10.0.0.0/8". */
function readProxy(text: string | undefined): string | number | undefined {
  if (!text) return undefined
  return /^\d+$/.test(text) ? Number(text) : text
}
