module.exports = require('./final-handlers.cjs')(require('webapp'))
