module.exports = require('webapp/v4')
