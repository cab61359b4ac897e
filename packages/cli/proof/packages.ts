/** Published packages whose source uses Express 4, at fixed versions. */
export const packages: readonly string[] = [
  'json-server@0.17.4',
  'prerender@5.20.4',
  'hubot@3.5.0',
  'express-status-monitor@1.3.4',
  'swagger-ui-express@4.6.3',
  'kue@0.11.6',
]
