/** Published packages whose source uses Express 4, at fixed versions. */
export const packages: readonly string[] = [
  'json-server@0.17.4',
  'parse-server@6.5.11',
  'loopback@3.28.0',
  'prerender@5.20.4',
  'hubot@3.5.0',
  'express-status-monitor@1.3.4',
  'swagger-ui-express@4.6.3',
  'kue@0.11.6',
  'mongo-express@1.0.2',
  'agendash@4.0.0',
  'webpack-dev-server@4.15.2',
]
