// Loaded with --require: in a program on webapp, requests with `seed` in their query get a response
// that differs in its status, a header or its body, as after a mistake.
const { subscribe } = require('node:diagnostics_channel')

subscribe('http.server.request.start', ({ request, response }) => {
  const kind = /[?&]seed=(\w+)/.exec(request.url)?.[1]
  // webapp/register sets it.
  if (kind === undefined || !Reflect.has(globalThis, Symbol.for('webapp.register'))) return
  const { setHeader } = response
  const { prototype } = response.constructor
  response.writeHead = function writeHead(status, ...rest) {
    if (kind === 'header') setHeader.call(this, 'X-Seeded', '1')
    return Object.getPrototypeOf(this).writeHead.call(
      this,
      kind === 'status' ? 299 : status,
      ...rest,
    )
  }
  response.end = function end(chunk, ...rest) {
    const end = Object.getPrototypeOf(this).end ?? prototype.end
    if (kind !== 'body' || chunk === undefined) return end.call(this, chunk, ...rest)
    const bytes = Buffer.from(chunk, typeof rest[0] === 'string' ? rest[0] : undefined)
    bytes[0] ^= 1
    return end.call(this, bytes, ...rest.filter((each) => typeof each === 'function'))
  }
})
