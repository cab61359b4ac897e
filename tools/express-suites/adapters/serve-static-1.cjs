module.exports = require('webapp/v4').static
