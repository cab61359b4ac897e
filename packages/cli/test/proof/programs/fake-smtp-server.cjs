process.argv.push('--http-port', process.env.PORT, '--smtp-port', process.env.OTHER_PORT)
process.argv.push('--http-ip', '127.0.0.1', '--smtp-ip', '127.0.0.1', '--auth', 'ada:secret')
require('fake-smtp-server')
