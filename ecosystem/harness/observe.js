/**
 * @typedef {object} Terms how two runs of the same program are made comparable
 * @property {string} origin
 * @property {string} product the value of X-Powered-By
 * @property {readonly RegExp[]} hide
 */

/** Validators and lengths of a body that is not compared as it was. */
const ofTheBody = /^(content-length|etag)$/i

/**
 * @param {import('./client.js').Answer} answer
 * @param {Terms} terms
 * @returns {import('./package-case.ts').Observation}
 */
export function observeAnswer(answer, terms) {
  const { request, status, reason } = answer
  const original = answer.bytes.toString('latin1')
  const body = settle(original, terms)
  const headers = pairs(answer.rawHeaders).map(([name, value]) => {
    if (name.toLowerCase() === 'date') return `${name}: <now>`
    if (name.toLowerCase() === 'x-powered-by' && value === terms.product)
      return `${name}: <product>`
    if (body !== original && ofTheBody.test(name)) return `${name}: <of the body>`
    return `${name}: ${settle(value, terms)}`
  })
  return { request: settle(request, terms), status, reason, headers, body }
}

/**
 * @param {unknown} value
 * @param {Terms} terms
 * @returns {import('./package-case.ts').Observation}
 */
export function observeNote(value, terms) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return { note: settle(text, terms) }
}

/** Frames of stacks name the files of one side. @param {string} text @param {Terms} terms */
function settle(text, { origin, hide }) {
  const known = text
    .replaceAll(origin, '<origin>')
    .replaceAll(origin.replace('http://', ''), '<host>')
    .replace(/(?:(?:\n|\\n|<br>|<li>)(?: |&nbsp;)+at [^\n<"\\]*(?:<\/li>)?)+/g, ' <frames>')
  return hide.reduce((shown, pattern) => shown.replace(pattern, '<hidden>'), known)
}

/** @param {readonly string[]} flat @returns {[string, string][]} */
function pairs(flat) {
  return flat.flatMap((name, at) => (at % 2 ? [] : [[name, flat[at + 1] ?? '']]))
}
