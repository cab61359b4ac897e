const { unlink } = require('node:fs')

module.exports = sweep

/**
 * Removes uploaded files after the response. The body parser stores files that any client sends to
 * any URL, so the routes that expect files cannot do this.
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
 * Files are single values, lists or nested objects, depending on their field names.
 * @param {unknown} files
 * @returns {string[]}
 */
function pathsOf(files) {
  if (typeof files !== 'object' || files === null) return []
  if ('path' in files && typeof files.path === 'string') return [files.path]
  return Object.values(files).flatMap(pathsOf)
}

function ignore() {}
