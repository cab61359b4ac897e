// With the types of all dialects: an application takes handlers and applications of each.
/// <reference path="./types/v3.ts" preserve="true" />
import webapp = require('./dialects/v3/webapp.ts')

export = webapp
