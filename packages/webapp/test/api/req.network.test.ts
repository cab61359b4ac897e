import { describe, expect, it } from 'vitest'
import type { Request } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

function network(req: Request) {
  const { ip, ips, host, hostname, protocol, secure, subdomains } = req
  return { ip, ips, host, hostname, protocol, secure, subdomains }
}

describeDialects('req.ip, req.host, req.protocol and their family', ['5.x', '4.x'], (t) => {
  async function networkOf(headers: Record<string, string>): Promise<ReturnType<typeof network>> {
    t.app.get('/', (req, res) => res.json(network(req)))
    return (await t.request('/', { headers })).json() as ReturnType<typeof network>
  }

  describe('req.protocol', () => {
    it.each(['javascript', 'HTTPS://', 'ws', ' '.repeat(90)])(
      'is that of the connection for the scheme %j', // declared difference: see docs/security.md
      async (told) => {
        t.app.enable('trust proxy')
        expect((await networkOf({ 'X-Forwarded-Proto': told })).protocol).toBe('http')
      },
    )

    it('reads the scheme in any case', async () => {
      t.app.enable('trust proxy')
      expect(await networkOf({ 'X-Forwarded-Proto': 'HTTPS, http' })).toMatchObject({
        protocol: 'https',
        secure: true,
      })
    })
  })
})
