const ROUTES = ['app.METHOD', 'router.METHOD', 'route.METHOD']
const MOUNTS = ['app.use', 'router.use']
const PARSERS = ['express.json', 'express.urlencoded', 'express.text', 'express.raw']
const FILES = ['express.static', 'res.sendFile', 'res.sendfile', 'res.download']
const BODIES = ['res.send', 'res.json', 'res.jsonp']
const TYPES = ['res.type', 'res.contentType', 'res.set', 'res.header', 'res.attachment']

/**
 * The members that show the entries of docs/dialects.md for which `webapp migrate` has nothing to do,
 * because no code decides about them. A test holds this list complete.
 */
export const SILENT_MOVES: Readonly<Record<string, readonly string[]>> = {
  'D-015': ROUTES,
  'D-081': [...ROUTES, ...MOUNTS],
  'D-030': ['req.fresh', 'req.stale', ...BODIES, ...FILES],
  'D-087': MOUNTS,
  'D-039': ['res.redirect'],
  'D-042': ['res.send'],
  'D-043': [...FILES, ...TYPES],
  'D-044': ['res.links'],
  'D-045': ['res.attachment', 'res.download'],
  'D-047': ['res.cookie'],
  'D-049': PARSERS,
  'D-082': PARSERS,
  'D-083': FILES,
  'D-086': ['express.urlencoded'],
  'D-061': ['app.param', 'router.param'],
  'D-062': [...ROUTES, ...MOUNTS],
  'D-064': [...BODIES, ...FILES],
  'D-075': TYPES,
  'D-076': [
    'res.sendFile',
    'res.sendStatus',
    'res.append',
    'app.mountpath',
    'req.baseUrl',
    'req.hostname',
  ],
  'D-078': ['express.static'],
}
