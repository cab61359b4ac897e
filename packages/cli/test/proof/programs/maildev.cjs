const { createConnection } = require('node:net')
const MailDev = require('maildev')

const [web, smtp] = [Number(process.env.PORT), Number(process.env.OTHER_PORT)]
const mail = new MailDev({ web, smtp, ip: '127.0.0.1', webIp: '127.0.0.1', silent: true })
mail.listen(() => {
  const lines = [
    'HELO proof',
    'MAIL FROM:<a@proof.test>',
    'RCPT TO:<b@proof.test>',
    'DATA',
    'Subject: Hello\r\nMessage-ID: <fixed@proof.test>\r\nDate: Mon, 01 Jan 2024 00:00:00 +0000\r\nContent-Type: text/html\r\n\r\n<p>Text</p>\r\n.',
    'QUIT',
  ]
  const socket = createConnection(smtp, '127.0.0.1')
  socket.on('data', () => {
    const line = lines.shift()
    if (line !== undefined) socket.write(`${line}\r\n`)
  })
})
