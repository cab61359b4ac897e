import { listenWith } from '../server/listen.js'
import { loadPackage } from '../server/load-package.js'

/** Middleware that serves files and nothing else, on bare node:http. */
export const candidates = [fileServer('sirv'), fileServer('serve-static')]

/**
 * @param {string} name
 * @returns {import('../candidate.ts').Candidate}
 */
function fileServer(name) {
  return { name, package: name, create: () => createSite(loadPackage(name)) }
}

/** @returns {import('../candidate.ts').Site} */
function createSite(serveFolder) {
  let serve
  return {
    steps: {
      files({ root }) {
        serve = serveFolder(root)
      },
    },
    listen: () => listenWith((req, res) => serve(req, res, () => sendMissing(res))),
  }
}

/** @param {import('node:http').ServerResponse} res */
function sendMissing(res) {
  res.statusCode = 404
  res.end()
}
