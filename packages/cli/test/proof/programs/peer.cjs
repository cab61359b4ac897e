const { PeerServer } = require('peer')

PeerServer({
  port: Number(process.env.PORT),
  host: '127.0.0.1',
  path: '/myapp',
  allow_discovery: true,
  generateClientId: () => 'client-1',
})
