export function get(path: string, more = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`
}

const post = (lines: string, body = '') => `POST /any HTTP/1.1\r\nHost: a\r\n${lines}\r\n${body}`

const HIDDEN = get('/hidden')
const CHUNKED = `0\r\n\r\n${HIDDEN}`

/**
 * Requests in which two readers may see different ends, so that a proxy and a server disagree about
 * where the next request begins.
 */
export const smuggled: Readonly<Record<string, string>> = {
  'a length and a coding': post('Content-Length: 4\r\nTransfer-Encoding: chunked\r\n', CHUNKED),
  'a coding and a length': post('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', CHUNKED),
  'two codings': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n', CHUNKED),
  'two codings in one line': post('Transfer-Encoding: identity, chunked\r\n', CHUNKED),
  'a coding that is not known': post('Transfer-Encoding: xchunked\r\n', CHUNKED),
  'a length before a tab': post('Content-Length: 4\t\r\n', `abcd${HIDDEN}`),
  'a length before a space': post('Content-Length: 4 \r\n', `abcd${HIDDEN}`),
  'a coding after a tab': post('Transfer-Encoding:\tchunked\r\n', CHUNKED),
  'a coding in quotes': post('Transfer-Encoding: "chunked"\r\n', CHUNKED),
  'a coding with a vertical tab': post('Transfer-Encoding: \vchunked\r\n', CHUNKED),
  'a coding before a space and a colon': post('Transfer-Encoding : chunked\r\n', CHUNKED),
  'a coding before a line feed and a colon': post('Transfer-Encoding\n: chunked\r\n', CHUNKED),
  'a coding behind a bare line feed': post('X: y\nTransfer-Encoding: chunked\r\n', CHUNKED),
  'a coding behind a bare carriage return': post('X: y\rTransfer-Encoding: chunked\r\n', CHUNKED),
  'a coding in a folded line': post('Transfer-Encoding:\r\n chunked\r\n', CHUNKED),
  'a length in a folded line': post('Content-Length:\r\n 4\r\n', `abcd${HIDDEN}`),
  'a folded line': get('/now', 'X-A: b\r\n c\r\n'),
  'a length of a GET': get('/now', `Content-Length: ${HIDDEN.length}\r\n`) + HIDDEN,
  'a length that nobody reads': post(`Content-Length: ${HIDDEN.length}\r\n`, HIDDEN),
  'two equal lengths': post('Content-Length: 4\r\nContent-Length: 4\r\n', `abcd${HIDDEN}`),
  'two lengths': post('Content-Length: 0\r\nContent-Length: 4\r\n', `abcd${HIDDEN}`),
  'two lengths in one line': post('Content-Length: 4, 4\r\n', `abcd${HIDDEN}`),
  'a length with a sign': post('Content-Length: +4\r\n', `abcd${HIDDEN}`),
  'a negative length': post('Content-Length: -4\r\n', `abcd${HIDDEN}`),
  'a length with zeros': post('Content-Length: 0004\r\n', `abcd${HIDDEN}`),
  'a length in base sixteen': post('Content-Length: 0x4\r\n', `abcd${HIDDEN}`),
  'a length with a space': post('Content-Length: 4 4\r\n', `abcd${HIDDEN}`),
  'a length before a space and a colon': post('Content-Length : 4\r\n', `abcd${HIDDEN}`),
  'a length that is too large': post('Content-Length: 99999999999999999999\r\n', HIDDEN),
  'an empty length': post('Content-Length:\r\n', HIDDEN),
  'a name with an underscore': post('Content_Length: 4\r\n', HIDDEN),
  'an extension of a chunk': post('Transfer-Encoding: chunked\r\n', `4;a=b\r\nabcd\r\n${CHUNKED}`),
  'an extension with a line feed': post(
    'Transfer-Encoding: chunked\r\n',
    `4;a\nabcd\r\n${CHUNKED}`,
  ),
  'a chunk that ends with a line feed': post(
    'Transfer-Encoding: chunked\r\n',
    `4\nabcd\n${CHUNKED}`,
  ),
  'a chunk that is too long': post('Transfer-Encoding: chunked\r\n', `3\r\nabcd\r\n${CHUNKED}`),
  'a chunk with a large size': post(
    'Transfer-Encoding: chunked\r\n',
    `fffffffffffffffff\r\n${CHUNKED}`,
  ),
  trailers: post('Transfer-Encoding: chunked\r\n', `0\r\nContent-Length: 4\r\n\r\n${HIDDEN}`),
  'a null in a name': get('/now', 'X\0A: b\r\n'),
  'a null in a value': get('/now', 'X-A: \0b\r\n'),
  'a line without a colon': get('/now', 'X-A\r\n'),
  'a line without a name': get('/now', ': b\r\n'),
  'lines that end with a line feed': 'GET /now HTTP/1.1\nHost: a\n\n',
  'a target with another host': 'GET http://b/now HTTP/1.1\r\nHost: a\r\n\r\n',
  'two hosts': get('/now', 'Host: b\r\n'),
  'no host': 'GET /now HTTP/1.1\r\n\r\n',
  'empty lines between requests': `${get('/now')}\r\n\r\n${get('/now')}`,
  'an old version': 'GET /now\r\n\r\n',
  'a version that is not known': 'GET /now HTTP/1.9\r\nHost: a\r\n\r\n',
  'a space in the target': 'GET /now /b HTTP/1.1\r\nHost: a\r\n\r\n',
  'two spaces before the target': 'GET  /now HTTP/1.1\r\nHost: a\r\n\r\n',
  'a method in small letters': 'get /now HTTP/1.1\r\nHost: a\r\n\r\n',
}
