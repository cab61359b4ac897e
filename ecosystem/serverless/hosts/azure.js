// src/functions/application.js
import { app as functions } from '@azure/functions'
import { app } from './application.js'

export async function handler(request) {
  const { status, headers, body } = await app.fetch(request)
  // Azure takes cookies as objects, and of several headers with this name it sends the last one.
  const cookies = headers.getSetCookie().map(readCookie)
  headers.delete('set-cookie')
  return { status, headers, body, cookies }
}

functions.setup({ enableHttpStream: true })
functions.http('application', {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  route: '{*path}',
  authLevel: 'anonymous',
  handler,
})

const ATTRIBUTES = {
  domain: (value) => ({ domain: value }),
  path: (value) => ({ path: value }),
  expires: (value) => ({ expires: new Date(value) }),
  'max-age': (value) => ({ maxAge: Number(value) }),
  samesite: (value) => ({ sameSite: value }),
  secure: () => ({ secure: true }),
  httponly: () => ({ httpOnly: true }),
}

function readCookie(line) {
  const [[name, value = ''], ...attributes] = line.split('; ').map((part) => part.split(/=(.*)/s))
  const read = attributes.map(([key, text]) => ATTRIBUTES[key.toLowerCase()]?.(text))
  return Object.assign({ name, value: decodeURIComponent(value) }, ...read)
}
