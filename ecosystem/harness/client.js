import http from 'node:http'
import zlib from 'node:zlib'
import { CookieJar } from './cookie-jar.js'

/**
 * @typedef {object} RequestOptions
 * @property {Record<string, string>} [headers]
 * @property {unknown} [json]
 * @property {Record<string, string>} [form]
 * @property {FormData} [multipart]
 * @property {string | Buffer} [body]
 */

const patience = 10_000

/** A client with cookies, that keeps what it was answered. */
export class Client {
  /** @type {Answer[]} */
  answers = []
  #jar = new CookieJar()

  /** @param {string} origin */
  constructor(origin) {
    this.origin = origin
  }

  /** @param {string} path @param {RequestOptions} [options] */
  get(path, options) {
    return this.request('GET', path, options)
  }

  /** @param {string} path @param {RequestOptions} [options] */
  post(path, options) {
    return this.request('POST', path, options)
  }

  /** @param {string} method @param {string} path @param {RequestOptions} [options] */
  async request(method, path, options = {}) {
    const [type, body] = await encodeBody(options)
    const headers = { ...this.#jar.headers(), ...type, ...options.headers }
    const response = await send(`${this.origin}${path}`, { method, headers }, body)
    const answer = await Answer.read(`${method} ${path}`, response)
    this.#jar.keep(answer.cookies)
    this.answers.push(answer)
    return answer
  }
}

export class Answer {
  /** @param {string} request @param {http.IncomingMessage} response */
  static async read(request, response) {
    const chunks = []
    for await (const chunk of response) chunks.push(chunk)
    return new Answer(request, response, Buffer.concat(chunks))
  }

  /** @param {string} request @param {http.IncomingMessage} response @param {Buffer} bytes */
  constructor(request, response, bytes) {
    this.request = request
    this.status = response.statusCode ?? 0
    this.reason = response.statusMessage ?? ''
    this.headers = response.headers
    this.rawHeaders = response.rawHeaders
    this.cookies = response.headers['set-cookie'] ?? []
    this.bytes = decode(bytes, response.headers['content-encoding'])
  }

  get text() {
    return this.bytes.toString('utf8')
  }

  get json() {
    return JSON.parse(this.text)
  }
}

/**
 * @param {string} url
 * @param {http.RequestOptions} options
 * @param {Buffer | string | undefined} body
 * @returns {Promise<http.IncomingMessage>}
 */
function send(url, options, body) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { ...options, agent: false, timeout: patience }, resolve)
    request.on('timeout', () => request.destroy(new Error(`no answer: ${options.method} ${url}`)))
    request.on('error', reject)
    request.end(body)
  })
}

/**
 * @param {RequestOptions} options
 * @returns {Promise<[Record<string, string>, (Buffer | string)?]>}
 */
async function encodeBody({ json, form, multipart, body }) {
  if (json !== undefined) return withLength('application/json', JSON.stringify(json))
  if (form) {
    const text = new URLSearchParams(form).toString()
    return withLength('application/x-www-form-urlencoded', text)
  }
  if (!multipart) return [{}, body]
  const message = new Response(multipart)
  const bytes = Buffer.from(await message.arrayBuffer())
  return withLength(message.headers.get('content-type') ?? '', bytes)
}

/**
 * @param {string} type
 * @param {Buffer | string} body
 * @returns {[Record<string, string>, Buffer | string]}
 */
function withLength(type, body) {
  const length = String(Buffer.byteLength(body))
  return [{ 'Content-Type': type, 'Content-Length': length }, body]
}

/** @param {Buffer} bytes @param {string | undefined} coding */
function decode(bytes, coding) {
  if (bytes.length === 0) return bytes
  if (coding === 'gzip') return zlib.gunzipSync(bytes)
  if (coding === 'br') return zlib.brotliDecompressSync(bytes)
  if (coding === 'deflate') return zlib.inflateSync(bytes)
  return bytes
}
