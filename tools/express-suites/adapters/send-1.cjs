module.exports = require('./senders.cjs')(require('webapp'))
