import { allReplaced, type Use } from '../harness/replaced-members.ts'
import { family } from '../harness/scenario.ts'
import type { V3Req } from '../harness/v3.ts'
import type { V4Req } from '../harness/v4.ts'

/** Sends the value of a member. */
function shown(read: (req: V4Req) => unknown): Use {
  return (res, req) => res.end(String(JSON.stringify(read(req))))
}

/** As `shown`, for a request that came through a proxy. */
function forwarded(read: (req: V4Req) => unknown): Use {
  return (res, req, app) => {
    app.set('trust proxy', true)
    req.headers['x-forwarded-proto'] = 'https'
    req.headers['x-forwarded-host'] = 'a.b.example.com:80'
    req.headers['x-forwarded-for'] = '1.1.1.1, 2.2.2.2'
    shown(read)(res, req, app)
  }
}

/** As `shown`, for a request with headers. */
function having(headers: Record<string, string>, read: (req: V4Req) => unknown): Use {
  return (res, req, app) => {
    Object.assign(req.headers, headers)
    res.setHeader('ETag', '"1"')
    shown(read)(res, req, app)
  }
}

const tagged = { 'if-none-match': '"1"' }
const body = { 'content-type': 'application/json', 'content-length': '2' }

const uses: Record<string, Use> = {
  'req.get(name)': shown((req) => req.get('Host')),
  'req.header(name)': shown((req) => req.header('Referrer')),
  'req.accepts(type)': shown((req) => req.accepts('html')),
  'req.accepts(type, type)': shown((req) => req.accepts('html', 'json')),
  'req.accepts(list)': shown((req) => req.accepts(['html', 'json'])),
  'req.is(type)': having(body, (req) => req.is('json')),
  'req.is(type) without a body': shown((req) => req.is('json')),
  'req.range(size)': having({ range: 'bytes=0-1' }, (req) => req.range(100)),
  'req.range(size) without a header': shown((req) => req.range(100)),
  'req.fresh': shown((req) => req.fresh),
  'req.fresh of a tag': having(tagged, (req) => req.fresh),
  'req.fresh of an error': (res, req, app) => {
    res.statusCode = 404
    having(tagged, (request) => request.fresh)(res, req, app)
  },
  'req.stale': shown((req) => req.stale),
  'req.stale of a tag': having(tagged, (req) => req.stale),
  'req.xhr': shown((req) => req.xhr),
  'req.xhr of a header': having({ 'x-requested-with': 'XMLHttpRequest' }, (req) => req.xhr),
  'req.protocol': shown((req) => req.protocol),
  'req.secure': shown((req) => req.secure),
  'req.ip': shown((req) => req.ip),
  'req.ips': shown((req) => req.ips),
  'req.host': shown((req) => req.host),
  'req.hostname': shown((req) => req.hostname),
  'req.subdomains': shown((req) => req.subdomains),
  'req.path': shown((req) => req.path),
  'req.query': shown((req) => req.query),
  'req.protocol behind a proxy': forwarded((req) => req.protocol),
  'req.secure behind a proxy': forwarded((req) => req.secure),
  'req.ip behind a proxy': forwarded((req) => req.ip),
  'req.ips behind a proxy': forwarded((req) => req.ips),
  'req.host behind a proxy': forwarded((req) => req.host),
  'req.hostname behind a proxy': forwarded((req) => req.hostname),
  'req.subdomains behind a proxy': forwarded((req) => req.subdomains),
}

const since4: Record<string, Use> = {
  'req.acceptsCharsets(name)': shown((req) => req.acceptsCharsets('utf-8')),
  'req.acceptsEncodings(name)': shown((req) => req.acceptsEncodings('gzip')),
  'req.acceptsLanguages(name)': shown((req) => req.acceptsLanguages('en')),
}

const before5: Record<string, Use> = {
  'req.acceptsCharset(name)': shown((req) => req.acceptsCharset('utf-8')),
  'req.acceptsEncoding(name)': shown((req) => req.acceptsEncoding('gzip')),
  'req.acceptsLanguage(name)': shown((req) => req.acceptsLanguage('en')),
  'req.param(name)': shown((req) => req.param('a')),
  'req.param(name, default)': shown((req) => req.param('a', 'b')),
}

/** A member that only 3.x has. */
function shown3(read: (req: V3Req) => unknown): Use {
  return shown((req) => read(req as unknown as V3Req))
}

const only3: Record<string, Use> = {
  'req.accepted': shown3((req) => req.accepted),
  'req.acceptedCharsets': shown3((req) => req.acceptedCharsets),
  'req.acceptedEncodings': shown3((req) => req.acceptedEncodings),
  'req.acceptedLanguages': shown3((req) => req.acceptedLanguages),
  'req.auth': shown3((req) => req.auth),
}

export default family(
  'members that a request calls',
  allReplaced(uses),
  allReplaced(since4, { dialects: ['5.x', '4.x'] }),
  allReplaced(before5, { dialects: ['4.x', '3.x'] }),
  allReplaced(only3, { dialects: ['3.x'] }),
)
