import { createReadStream, readFileSync, stat } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'node:querystring'
import {
  describeBody,
  numberedObject,
  numberedText,
  rejectLater,
  viewLocals,
} from '../server/answers.js'
import { listenWith } from '../server/listen.js'
import { loadPackage } from '../server/load-package.js'

/**
 * Bare node:http as one would write it without thinking of speed: the status, two headers, the
 * body as a string. What the other figures are held against.
 *
 * @type {import('../candidate.ts').Candidate[]}
 */
export const candidates = [{ name: 'node', create: createSite }]

/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {(req: import('node:http').IncomingMessage, res: Response) => void} Answer */

/**
 * @param {import('../scenario.ts').Protocol} [protocol]
 * @returns {import('../candidate.ts').Site}
 */
function createSite(protocol) {
  /** By the first segment of the path. @type {Map<string, Answer>} */
  const answers = new Map()
  /** @type {((next: () => void) => void)[]} */
  const middleware = []
  /** @type {Answer} */
  let fallback = (_req, res) => sendText(res, 404, 'Not Found')

  /** @type {Answer} */
  function answer(req, res) {
    const found = answers.get(segmentsOf(req.url)[1] ?? '') ?? fallback
    found(req, res)
  }

  return {
    steps: {
      text({ path, size }) {
        const text = numberedText(size)
        answers.set(path.slice(1), (_req, res) => sendText(res, 200, text()))
      },
      json({ path }) {
        answers.set(path.slice(1), (_req, res) => sendJson(res, 200, numberedObject()))
      },
      echo({ path }) {
        answers.set(segmentsOf(path)[1] ?? '', (req, res) => {
          sendJson(res, 200, { id: segmentsOf(req.url)[2], q: queryOf(req.url).q })
        })
      },
      noops({ count }) {
        for (let i = 0; i < count; i++) middleware.push((next) => next())
      },
      nested() {
        answers.set('a', (req, res) => {
          const [, , a, , b, , c] = segmentsOf(req.url)
          sendJson(res, 200, { a, b, c })
        })
      },
      routes({ count }) {
        for (let i = 0; i < count; i++) {
          answers.set(`resource-${i}`, (req, res) => {
            sendText(res, 200, segmentsOf(req.url)[2] ?? '')
          })
        }
      },
      body({ path, kind }) {
        const read = kind === 'json' ? JSON.parse : parse
        answers.set(path.slice(1), (req, res) => {
          let text = ''
          req.setEncoding('utf8')
          req.on('data', (chunk) => {
            text += chunk
          })
          req.on('end', () => sendJson(res, 200, describeBody(read(text))))
        })
      },
      files({ root }) {
        fallback = (req, res) => sendFile(res, join(root, pathOf(req.url)))
      },
      failure({ path }) {
        answers.set(path.slice(1), async (_req, res) => {
          try {
            await rejectLater()
          } catch (error) {
            sendJson(res, 500, { message: error instanceof Error ? error.message : '' })
          }
        })
      },
      view({ path, root, name }) {
        const source = readFileSync(join(root, `${name}.ejs`), 'utf8')
        const render = loadPackage('ejs').compile(source)
        answers.set(path.slice(1), (_req, res) => sendText(res, 200, render(viewLocals), 'html'))
      },
    },
    listen() {
      /** @type {Answer} */
      const listener = (req, res) => runAll(middleware, 0, () => answer(req, res))
      return listenWith(listener, protocol)
    },
  }
}

/**
 * @param {((next: () => void) => void)[]} middleware
 * @param {number} index
 * @param {() => void} done
 */
function runAll(middleware, index, done) {
  const current = middleware[index]
  if (current) current(() => runAll(middleware, index + 1, done))
  else done()
}

/** @param {string | undefined} url */
function pathOf(url = '/') {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** @param {string | undefined} url */
function segmentsOf(url) {
  return pathOf(url).split('/')
}

/** @param {string | undefined} url */
function queryOf(url = '/') {
  return parse(url.slice(url.indexOf('?') + 1))
}

/**
 * @param {Response} res
 * @param {number} status
 * @param {string} text
 * @param {string} [subtype]
 */
function sendText(res, status, text, subtype = 'plain') {
  res.statusCode = status
  res.setHeader('Content-Type', `text/${subtype}; charset=utf-8`)
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.end(text)
}

/**
 * @param {Response} res
 * @param {number} status
 * @param {unknown} value
 */
function sendJson(res, status, value) {
  const text = JSON.stringify(value)
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.setHeader('Content-Length', Buffer.byteLength(text))
  res.end(text)
}

/**
 * @param {Response} res
 * @param {string} path
 */
function sendFile(res, path) {
  stat(path, (error, stats) => {
    if (error) return sendText(res, 404, 'Not Found')
    res.statusCode = 200
    res.setHeader('Content-Type', 'application/octet-stream')
    res.setHeader('Content-Length', stats.size)
    createReadStream(path).pipe(res)
  })
}
