import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const LENGTH = 32

/** Hashes passwords with scrypt. A hash names its own cost, so the cost can change later. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown account (`undefined`) as for a wrong password. */
  matches(password: string, hash: string | undefined): Promise<boolean>
}

/** `cost` is the base-2 logarithm of the cost of scrypt. */
export function createPasswords(cost: number): Passwords {
  const hash = async (password: string) => {
    const salt = randomBytes(16)
    const key = await derive(password, salt, cost)
    return ['scrypt', cost, salt.toString('base64url'), key.toString('base64url')].join('$')
  }
  const hashOfNobody = hash(randomBytes(16).toString('hex'))
  return {
    hash,
    async matches(password, known) {
      const [, ownCost, salt = '', key = ''] = (known ?? (await hashOfNobody)).split('$')
      const expected = Buffer.from(key, 'base64url')
      const actual = await derive(password, Buffer.from(salt, 'base64url'), Number(ownCost))
      return timingSafeEqual(actual, expected) && known !== undefined
    },
  }
}

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  const N = 2 ** cost
  return new Promise((resolve, reject) => {
    // Keyboards compose letters with accents in different ways: NFKC makes them equal.
    scrypt(password.normalize('NFKC'), salt, LENGTH, { N, maxmem: 2048 * N }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })
}
