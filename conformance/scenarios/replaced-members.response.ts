import { fileTree } from '../harness/file-tree.ts'
import { allReplaced, oneReplaced, type Use } from '../harness/replaced-members.ts'
import { family } from '../harness/scenario.ts'
import type { V4Res } from '../harness/v4.ts'

const long = 'x'.repeat(2000)
const wide = 'é'.repeat(999)
const file = () => `${fileTree()}/site/plain.txt`

/** Sends a file by the member that the dialect has. */
function sendFile(res: V4Res, ...args: Parameters<V4Res['sendFile']>): unknown {
  return res.sendFile ? res.sendFile(...args) : res.sendfile(...args)
}

/** Prepares a response and sends a body. */
function after(prepare: Use, send: Use): Use {
  return (res, req, app) => {
    prepare(res, req, app)
    return send(res, req, app)
  }
}

/** Calls a member that sends nothing. */
function ended(use: Use): Use {
  return after(use, (res) => res.end())
}

const accepting =
  (type: string): Use =>
  (_res, req) => {
    req.headers.accept = type
  }
const withType: Use = (res) => res.set('Content-Type', 'text/plain')
const withTag: Use = (res) => res.set('ETag', '"1"')
const withoutTags: Use = (_res, _req, app) => app.set('etag', false)
const fresh: Use = (_res, req) => {
  req.headers['if-none-match'] = '*'
}
const withStatus =
  (status: number): Use =>
  (res) => {
    res.statusCode = status
  }

const bodies: Record<string, Use> = {
  'res.send(text)': (res) => res.send('text'),
  'res.send(long text)': (res) => res.send(long),
  'res.send(text of two bytes a letter)': (res) => res.send(wide),
  'res.send(empty text)': (res) => res.send(''),
  'res.send(Buffer)': (res) => res.send(Buffer.from('bytes')),
  'res.send(Uint8Array)': (res) => res.send(new Uint8Array([97])),
  'res.send(object)': (res) => res.send({ a: 1 }),
  'res.send(null)': (res) => res.send(null),
  'res.send()': (res) => res.send(),
  'res.send(true)': (res) => res.send(true),
  'res.send(number)': (res) => res.send(404),
}

const prepared = {
  'with a type': withType,
  'with a tag': withTag,
  'without tags': withoutTags,
  'without tags, fresh': after(withoutTags, after(withTag, fresh)),
  'of a fresh response': fresh,
  'with 201': withStatus(201),
  'with 204': withStatus(204),
  'with 304': withStatus(304),
  'with 404': withStatus(404),
  'with a strong tag': ((_res, _req, app) => app.set('etag', 'strong')) satisfies Use,
}

const sent = Object.entries(bodies).flatMap(([label, send]) =>
  Object.entries(prepared).map(([how, prepare]): [string, Use] => [
    `${label} ${how}`,
    after(prepare, send),
  ]),
)

const others: Record<string, Use> = {
  'res.send(text) with its length': after(
    (res) => res.set('Content-Length', '4'),
    (res) => res.send('text'),
  ),
  'res.send(201, text)': (res) => res.send(201, 'made'),
  'res.send(text, 201)': (res) => res.send('made', 201),
  'res.json(object)': (res) => res.json({ a: 1 }),
  'res.json(text)': (res) => res.json('a'),
  'res.json()': (res) => res.json(),
  'res.json(null)': (res) => res.json(null),
  'res.json(201, object)': (res) => res.json(201, { a: 1 }),
  'res.json(object, 201)': (res) => res.json({ a: 1 }, 201),
  'res.json(object) with a type': after(withType, (res) => res.json({ a: 1 })),
  'res.jsonp(object)': (res) => res.jsonp({ a: 1 }),
  'res.jsonp(201, object)': (res) => res.jsonp(201, { a: 1 }),
  'res.jsonp(object) with a type': after(withType, (res) => res.jsonp({ a: 1 })),
  'res.jsonp(object) with a callback': (res, req) => {
    Object.defineProperty(req, 'query', { value: { callback: 'cb' } })
    res.jsonp({ a: 1 })
  },
  'res.redirect(url)': (res) => res.redirect('/to'),
  'res.redirect(301, url)': (res) => res.redirect(301, '/to'),
  'res.redirect(back)': (res) => res.redirect('back'),
  'res.redirect(relative)': (res) => res.redirect('to'),
  'res.redirect(../relative)': (res) => res.redirect('../to'),
  'res.redirect(url) for HTML': after(accepting('text/html'), (res) => res.redirect('/to')),
  'res.redirect(url) for an image': after(accepting('image/png'), (res) => res.redirect('/to')),
  'res.location(url)': ended((res) => res.location('/to')),
  'res.location(back)': ended((res) => res.location('back')),
  'res.location(relative)': ended((res) => res.location('to')),
  'res.location(./relative)': ended((res) => res.location('./to')),
  'res.cookie(name, value)': ended((res) => res.cookie('a', 'b').cookie('c', 'd')),
  'res.cookie(name, object)': ended((res) => res.cookie('a', { b: 1 })),
  'res.cookie(name, value) signed': ended((res, req) => {
    req.secret = 'x'
    res.cookie('a', 'b', { signed: true })
  }),
  'res.clearCookie(name)': ended((res) => res.clearCookie('a')),
  'res.type(name)': ended((res) => res.type('html')),
  'res.contentType(type)': ended((res) => res.contentType('a/b')),
  'res.status(code)': ended((res) => res.status(201)),
  'res.set(object)': ended((res) => res.set({ a: '1', b: ['2', '3'] })),
  'res.set(name, value)': ended((res) => res.set('a', '1')),
  'res.set(Content-Type, value)': ended(withType),
  'res.header(name, value)': ended((res) => res.header('a', '1')),
  'res.header(object)': ended((res) => res.header({ a: '1' })),
  'res.get(name)': ended((res) => res.get('a')),
  'res.attachment()': ended((res) => res.attachment()),
  'res.attachment(name)': ended((res) => res.attachment('a.png')),
  'res.links(object)': ended((res) => res.links({ next: '/2' }).links({ last: '/3' })),
  'res.vary(name)': ended((res) => res.vary('Accept').vary(['a', 'b'])),
  'res.format(object)': (res) => res.format({ text: () => res.end('t'), html: () => res.end('h') }),
  'res.format(object) by default': after(accepting('image/png'), (res) =>
    res.format({ text: () => res.end('t'), default: () => res.end('d') }),
  ),
  'res.render(name)': (res) => res.render('name'),
  'res.render(name, locals)': (res) => res.render('name', { a: 1 }),
  'res.render(name, callback)': (res) =>
    res.render('name', (_error: unknown, html: string) => res.send(html)),
  'res.sendFile(path)': (res) => sendFile(res, file()),
  'res.sendFile(path, options)': (res) =>
    sendFile(res, 'plain.txt', { root: `${fileTree()}/site`, maxAge: 1000 }),
  'res.sendFile(path, callback)': (res) => sendFile(res, file(), () => {}),
  'res.sendFile(empty file)': (res) => sendFile(res, `${fileTree()}/site/empty.txt`),
  'res.sendFile(path) with headers': after(
    (res) => res.set({ 'Cache-Control': 'x', 'Last-Modified': 'x', ETag: '"x"' }).type('png'),
    (res) => sendFile(res, file()),
  ),
  'res.sendFile(path) of a range': (res, req) => {
    req.headers.range = 'bytes=0-1'
    sendFile(res, file())
  },
  'res.sendFile(path) of a fresh file': after(fresh, (res) => sendFile(res, file())),
  'res.sendFile(missing, callback)': (res) => sendFile(res, `${file()}x`, () => res.end('called')),
  'res.download(path)': (res) => res.download(file()),
  'res.download(path, name)': (res) => res.download(file(), 'a.txt'),
  'res.download(path, callback)': (res) => res.download(file(), () => {}),
  'res.download(path, name, callback)': (res) => res.download(file(), 'a.txt', () => {}),
  'res.end(text)': (res) => res.end('text'),
  'res.write(text)': (res) => {
    res.write('a')
    res.end('b')
  },
}

/** Uses that end with an error page, which has other headers in 3.x (W-031, W-055). */
const failures: Record<string, Use> = {
  'res.format(object) in vain': after(accepting('image/png'), (res) =>
    res.format({ text: () => res.end('t') }),
  ),
  'res.sendFile(missing)': (res) => sendFile(res, `${file()}x`),
  'res.sendFile(folder)': (res) => sendFile(res, fileTree()),
  'res.sendFile(missing) of an attachment': after(
    (res) => res.attachment(),
    (res) => sendFile(res, `${file()}x`),
  ),
  'res.sendFile(folder) of an attachment': after(
    (res) => res.attachment(),
    (res) => sendFile(res, fileTree()),
  ),
  'res.download(missing)': (res) => res.download(`${file()}x`),
  'next()': (_res, req) => req.next(),
  'next(error)': (_res, req) => req.next(new Error('failed')),
}

const since4: Record<string, Use> = {
  'res.append(name, value)': ended((res) => res.append('a', '1').append('a', '2')),
  'res.append(Set-Cookie, value)': ended((res) => res.append('Set-Cookie', '1=1')),
  'res.sendStatus(404)': (res) => res.sendStatus(404),
  'res.sendStatus(999)': (res) => res.sendStatus(999),
  'res.download(path, name, options)': (res) =>
    res.download('plain.txt', 'a.txt', { root: `${fileTree()}/site` }),
  'res.download(path, options)': (res) =>
    res.download('plain.txt', { root: `${fileTree()}/site`, headers: { 'X-A': '1' } }),
  'res.send(text) with 205': after(withStatus(205), (res) => res.send('text')),
  'res.send(Buffer) with 205': after(withStatus(205), (res) => res.send(Buffer.from('bytes'))),
}

const before5: Record<string, Use> = {
  'res.redirect(url, 301)': (res) => res.redirect('/to', 301),
  'res.sendfile(path)': (res) => res.sendfile(file()),
  'res.sendfile("", callback)': (res) =>
    res.sendfile('', (error: unknown) => res.end(String(error))),
  'res.vary()': ended((res) => res.vary()),
}

const failures4: Record<string, Use> = {
  'res.sendfile("")': (res) => res.sendfile(''),
  'res.sendfile("", options)': (res) => res.sendfile('', { root: fileTree() }),
}

const newer = { dialects: ['5.x', '4.x'] } as const
const older = { dialects: ['4.x', '3.x'] } as const

/** The members that have shortcuts. */
const short = { ...bodies, ...pick(others, /json\(object\)$|render\(name\)|File\(path\)$/) }

export default family(
  'members that a response calls',
  allReplaced({ ...bodies, ...Object.fromEntries(sent), ...others }),
  allReplaced({ ...failures, ...since4 }, newer),
  allReplaced(failures4, { dialects: ['4.x'] }),
  allReplaced(before5, older),
  oneReplaced(short),
  oneReplaced({ ...pick(failures, /next/), ...pick(since4, /sendStatus/) }, newer),
)

function pick(uses: Record<string, Use>, names: RegExp): Record<string, Use> {
  return Object.fromEntries(Object.entries(uses).filter(([name]) => names.test(name)))
}
