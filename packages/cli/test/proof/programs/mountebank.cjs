const { create } = require('mountebank')

create({
  port: Number(process.env.PORT),
  host: '127.0.0.1',
  ipWhitelist: ['*'],
  nologfile: true,
  log: { level: 'error', transports: { console: { colorize: false, format: '%message' } } },
  localOnly: true,
  allowInjection: true,
})
