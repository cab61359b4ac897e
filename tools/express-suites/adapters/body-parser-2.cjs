// The package body-parser 2: the four parsers of the 5.x dialect.
const { json, raw, text, urlencoded } = require('webapp')

module.exports = { json, raw, text, urlencoded }
