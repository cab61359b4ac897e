module.exports = require('webapp').static
