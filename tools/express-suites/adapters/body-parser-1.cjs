// The package body-parser 1: the four parsers of the 4.x dialect. Calling the package is deprecated
// there: it reads JSON and forms, each of its usual type.
const { json, raw, text, urlencoded } = require('webapp/v4')

function bodyParser({ type: _type, ...options } = {}) {
  const parseJson = json(options)
  const parseForm = urlencoded(options)
  return (req, res, next) => {
    parseJson(req, res, (error) => (error ? next(error) : parseForm(req, res, next)))
  }
}

module.exports = Object.assign(bodyParser, { json, raw, text, urlencoded })
