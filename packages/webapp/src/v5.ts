// With the types of all dialects: an application takes handlers and applications of each.
/// <reference path="./types/v5.ts" preserve="true" />
import webapp = require('./dialects/v5/webapp.ts')

export = webapp
