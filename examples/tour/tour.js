import { app } from './application.js'

const defaultPort = 3000

const port = readPort(process.env.PORT)
if (port === undefined) {
  refuse(`PORT is '${process.env.PORT}', but must be an integer from 0 to 65535.`)
} else {
  const server = app.listen(port, (error) => {
    if (error) return refuse(explain(error))
    welcome(server.address())
  })
}

/** @param {string | undefined} text */
function readPort(text) {
  if (text === undefined || text === '') return defaultPort
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) return undefined
  return Number(text)
}

/** @param {NodeJS.ErrnoException} error */
function explain(error) {
  if (error.code === 'EADDRINUSE') return `Port ${port} is in use by another program.`
  if (error.code === 'EACCES') return `No permission to listen on port ${port}.`
  return `Cannot listen on port ${port}: ${error.message}.`
}

/** @param {string} reason */
function refuse(reason) {
  console.error(`${reason}\nChoose another port: PORT=8080 npm start, or PORT=0 for any free port.`)
  process.exitCode = 1
}

/** @param {ReturnType<import('node:net').Server['address']>} address */
function welcome(address) {
  const actual = typeof address === 'object' ? address?.port : port
  const origin = `http://localhost:${actual}`
  const trials = [
    [`${origin}/planets/saturn`, 'a parameter'],
    [`${origin}/distance/mars`, 'an optional parameter, omitted'],
    [`${origin}/distance/mars/venus`, 'an optional parameter, given'],
    [`${origin}/route/earth/mars/europa`, 'a wildcard'],
    [`'${origin}/api/planets?moons=20'`, 'a mounted router and a query string'],
    [`${origin}/guestbook -d 'name=Ada&words=Hello'`, 'a form'],
    [`${origin}/signal --data-binary @package.json`, 'an upload of bytes'],
    [`${origin}/style.css -r 0-99`, 'a byte range of a static file'],
    [`${origin}/broken`, 'an error in an async handler'],
    [`${origin}/pluto`, 'a missing page: 404'],
  ]
  const lines = trials.map(([url, what]) => `    curl -i ${url?.padEnd(58)}  # ${what}`)
  console.log(`\n  The tour is running: ${origin}\n`)
  console.log(
    `  Open it in a browser, or try these commands (Ctrl-C stops the tour):\n\n${lines.join('\n')}\n`,
  )
}
