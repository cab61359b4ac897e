module.exports = require('webapp/v3')
