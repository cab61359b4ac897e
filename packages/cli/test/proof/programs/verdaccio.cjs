const { join } = require('node:path')
const { runServer } = require('verdaccio')

runServer({
  storage: join(__dirname, 'storage'),
  self_path: join(__dirname, 'config.yaml'),
  auth: { htpasswd: { file: join(__dirname, 'htpasswd') } },
  uplinks: {},
  packages: { '**': { access: '$all', publish: '$all', unpublish: '$all' } },
  web: { enable: true },
  log: { type: 'stdout', level: 'fatal' },
  server: { keepAliveTimeout: 5 },
}).then((server) => server.listen(Number(process.env.PORT), '127.0.0.1'))
