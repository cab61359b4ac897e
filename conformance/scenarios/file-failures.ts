import type { Express, Handler, Req, Res } from '../harness/express.ts'
import { fileTree } from '../harness/file-tree.ts'
import type { Probe } from '../harness/probe.ts'
import { get } from '../harness/request.ts'
import { family, type Scenario, scenario } from '../harness/scenario.ts'

const file = () => `${fileTree()}/site/plain.txt`

type Send = (path: string, done: (error: unknown) => void) => void

/** The older dialects have a table of media types. */
interface WithMime {
  readonly static: ((root: string) => Handler) & {
    readonly mime: { readonly charsets: { lookup: (type: string) => string } }
  }
}

type Member = 'sendFile' | 'sendfile' | 'download'

// The original of 3.x never calls back if the connection fails after the head was written, so the
// scenarios fail before that.
export default family(
  'files on a connection that fails, and replaced charsets',
  fails('sendFile', ['5.x', '4.x']),
  fails('sendfile', ['4.x', '3.x']),
  fails('download', ['5.x', '4.x', '3.x']),
  scenario(
    'static asks a replaced charsets.lookup',
    (express) => {
      const { static: serveStatic } = express as unknown as WithMime
      const { charsets } = serveStatic.mime
      const { lookup } = charsets
      const app = express()
      app.use((_req: Req, res: Res, next: () => void) => {
        charsets.lookup = (type) => (type.startsWith('text/') ? 'KOI8-R' : '')
        res.on('finish', () => {
          charsets.lookup = lookup
        })
        next()
      })
      return app.use(serveStatic(`${fileTree()}/site`))
    },
    [get('/plain.txt'), get('/index.html')],
    { dialects: ['4.x', '3.x'] },
  ),
)

function fails(member: Member, dialects: Scenario['dialects']): Scenario[] {
  const details = { ...(dialects && { dialects }), linger: 30 }
  return [
    scenario(
      `res.${member} before a socket error`,
      (express, probe) =>
        serve(express, probe, member, (send, fail) => {
          send()
          fail()
        }),
      [get('/')],
      details,
    ),
    scenario(
      `res.${member} after a socket error`,
      (express, probe) =>
        serve(express, probe, member, (send, fail) => {
          fail()
          send()
        }),
      [get('/')],
      details,
    ),
  ]
}

function serve(
  express: Express,
  probe: Probe,
  member: Member,
  run: (send: () => void, fail: () => void) => void,
) {
  return express().use((req: Req, res: Res) => {
    const send = () =>
      (res as unknown as Record<Member, Send>)[member](file(), (error: unknown) =>
        probe.seen('called back', error),
      )
    const fail = () => void req.socket.emit('error', new Error('boom'))
    run(send, fail)
  })
}
