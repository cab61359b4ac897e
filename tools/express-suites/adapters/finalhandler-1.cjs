module.exports = require('./final-handlers.cjs')(require('webapp/v4'))
