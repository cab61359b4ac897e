module.exports = require('webapp')
