// The package router 2: the router and the route of the 5.x dialect, which need no application.
const { Router, Route } = require('webapp')

module.exports = Router
module.exports.Route = Route
