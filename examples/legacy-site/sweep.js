const { unlink } = require('node:fs')

module.exports = sweep

/**
 * Removes uploaded files once a request is over. A body parser stores what anybody sends to any
 * address, so this is not left to the routes that expect files.
 * @returns {import('webapp/v3').Handler}
 */
function sweep() {
  return function sweep(req, res, next) {
    res.on('close', () => {
      for (const path of pathsOf(req.files)) unlink(path, ignore)
    })
    next()
  }
}

/**
 * Files are single, in lists or nested, by the names of their fields.
 * @param {unknown} files
 * @returns {string[]}
 */
function pathsOf(files) {
  if (typeof files !== 'object' || files === null) return []
  if ('path' in files && typeof files.path === 'string') return [files.path]
  return Object.values(files).flatMap(pathsOf)
}

function ignore() {}
