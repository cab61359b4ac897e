module.exports = require('./senders.cjs')(require('webapp/v4'))
