import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

const BLOCK = 8
const PARALLEL = 1
const LENGTH = 32

/** Hashes passwords with scrypt. A hash names its own cost, so the cost can change later. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown account (`undefined`) as for a wrong password. */
  matches(password: string, hash: string | undefined): Promise<boolean>
}

export function createPasswords(cost: number): Passwords {
  const hash = async (password: string) => {
    const salt = randomBytes(16)
    const key = await derive(password, salt, cost)
    return ['scrypt', cost, salt.toString('base64url'), key.toString('base64url')].join('$')
  }
  const nobody = hash(randomBytes(16).toString('hex'))
  return {
    hash,
    async matches(password, known) {
      const [, ownCost, salt = '', key = ''] = (known ?? (await nobody)).split('$')
      const expected = Buffer.from(key, 'base64url')
      const actual = await derive(password, Buffer.from(salt, 'base64url'), Number(ownCost))
      return timingSafeEqual(actual, expected) && known !== undefined
    },
  }
}

/** `cost` is the base-2 logarithm of scrypt's N. */
function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost
  const options: ScryptOptions = { N, r: BLOCK, p: PARALLEL, maxmem: 256 * N * BLOCK }
  return new Promise((resolve, reject) => {
    // Clients compose letters with accents in different ways: NFKC makes them equal.
    scrypt(password.normalize('NFKC'), salt, LENGTH, options, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
