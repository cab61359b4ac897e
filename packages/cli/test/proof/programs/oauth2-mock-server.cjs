const { OAuth2Server } = require('oauth2-mock-server')

const server = new OAuth2Server()
server.issuer.keys
  .generate('RS256', { kid: 'fixed' })
  .then(() => server.start(Number(process.env.PORT), '127.0.0.1'))
