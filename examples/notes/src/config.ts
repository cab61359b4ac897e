import { isIP } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** The folder of the application: views, migrations and public files are in it. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

const count = (byDefault: number) => z.coerce.number().int().min(0).default(byDefault)

const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).default(10),
  DATA_DIR: z.string().default(join(ROOT, 'data')),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  UPLOAD_DIR: z.string().optional(),
  MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(10 * 2 ** 20),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: z.string().optional(),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  PASSWORD_COST: z.coerce.number().int().min(10).max(20).default(15),
  RATE_LIMIT_REQUESTS: count(600),
  RATE_LIMIT_LOGINS: count(20),
  DEADLINE_MS: z.coerce.number().int().min(1).default(25_000),
  MAX_DELAY_MS: z.coerce.number().int().min(1).default(100),
  LINGER_MS: count(0),
  SHUTDOWN_TIMEOUT_MS: count(10_000),
})

export interface S3Config {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** All settings of the application. `readConfig` reads them from environment variables. */
export interface Config {
  readonly isProduction: boolean
  readonly port: number
  readonly host: string
  /** PostgreSQL; without it, PGlite keeps the data in `dataDir`. */
  readonly databaseUrl?: string | undefined
  readonly databasePool: number
  readonly dataDir: string
  /** Sessions, rate limits, events and rooms; without it, they are in this process. */
  readonly redisUrl?: string | undefined
  readonly uploadDir: string
  readonly maxUploadBytes: number
  readonly s3?: S3Config | undefined
  readonly sessionSecret: string
  /** A value of the setting `trust proxy`. */
  readonly trustProxy?: number | string | undefined
  readonly logLevel: string
  readonly tracesUrl?: string | undefined
  /** The base-2 logarithm of the cost of scrypt. */
  readonly passwordCost: number
  /** Requests of one client each minute; 0 for no limit. */
  readonly requestsPerMinute: number
  /** Attempts to log in or to sign up of one client in 15 minutes; 0 for no limit. */
  readonly loginsPerQuarter: number
  /** How long a request may take until its response begins. */
  readonly deadlineMs: number
  /** How late the event loop may be before requests are refused. */
  readonly maxDelayMs: number
  readonly lingerMs: number
  readonly shutdownTimeoutMs: number
}

const DEVELOPMENT_SECRET = 'only for development, never in production'

/** Reads the settings. A wrong one throws an error that names the variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const result = Environment.safeParse(withoutEmpty(environment))
  if (!result.success) {
    const [issue] = result.error.issues
    throw new Error(`Environment variable ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const env = result.data
  const isProduction = env.NODE_ENV === 'production'
  if (isProduction && env.SESSION_SECRET === undefined) {
    throw new Error(
      'SESSION_SECRET is not set. In production it must be a random text of at least 32 characters, ' +
        'the same for all processes: openssl rand -hex 32',
    )
  }
  return {
    isProduction,
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    dataDir: env.DATA_DIR,
    redisUrl: env.REDIS_URL,
    uploadDir: env.UPLOAD_DIR ?? join(env.DATA_DIR, 'uploads'),
    maxUploadBytes: env.MAX_UPLOAD_BYTES,
    s3: readS3(env),
    sessionSecret: env.SESSION_SECRET ?? DEVELOPMENT_SECRET,
    trustProxy: readTrust(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL,
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    passwordCost: env.PASSWORD_COST,
    requestsPerMinute: env.RATE_LIMIT_REQUESTS,
    loginsPerQuarter: env.RATE_LIMIT_LOGINS,
    deadlineMs: env.DEADLINE_MS,
    maxDelayMs: env.MAX_DELAY_MS,
    lingerMs: env.LINGER_MS,
    shutdownTimeoutMs: env.SHUTDOWN_TIMEOUT_MS,
  }
}

/** An empty variable, as compose files and manifests write it, counts as one that is not set. */
function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
}

function readTrust(value: string | undefined): number | string | undefined {
  if (value === undefined) return undefined
  if (/^\d+$/.test(value)) return Number(value)
  const wrong = value.split(',').find((part) => !isNetwork(part.trim()))
  if (wrong === undefined) return value
  throw new Error(
    `Environment variable TRUST_PROXY: "${wrong.trim()}" is not an address, a network such as ` +
      '10.0.0.0/8, loopback, linklocal, uniquelocal, or a number of proxies',
  )
}

function isNetwork(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return rest.length === 0 && most > 0 && (bits === undefined || isBits(bits, most))
}

function isBits(text: string, most: number): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) > 0 && Number(text) <= most
}

function readS3(env: z.infer<typeof Environment>): S3Config | undefined {
  const required = {
    S3_ENDPOINT: env.S3_ENDPOINT,
    S3_BUCKET: env.S3_BUCKET,
    S3_ACCESS_KEY_ID: env.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: env.S3_SECRET_ACCESS_KEY,
  }
  const present = Object.entries(required).find(([, value]) => value !== undefined)?.[0]
  // Without one of them, attachments would go to a local folder that other processes do not see.
  const missing = Object.entries(required).find(([, value]) => value === undefined)?.[0]
  if (present === undefined) return undefined
  if (missing !== undefined) {
    throw new Error(`Environment variable ${missing}: ${present} needs it`)
  }
  return {
    endpoint: env.S3_ENDPOINT ?? '',
    bucket: env.S3_BUCKET ?? '',
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
  }
}
