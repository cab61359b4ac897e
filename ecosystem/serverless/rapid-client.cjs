// The runtime interface client of AWS sends buffered results with a native module, which needs cmake and
// a compiler. `npm rebuild aws-lambda-ric --foreground-scripts` in this folder builds it. Without it, this
// file stands in for it: the same three functions, over HTTP. Streamed responses do not use the module.
const http = require('node:http')
const Module = require('node:module')

const [hostname, port] = (process.env.AWS_LAMBDA_RUNTIME_API ?? '').split(':')
const ROOT = '/2018-06-01/runtime/invocation/'
const agent = new http.Agent({ keepAlive: true })

function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const req = http.request({ hostname, port, method, path: ROOT + path, agent }, (res) => {
      let bodyJson = ''
      res.setEncoding('utf8').on('data', (text) => {
        bodyJson += text
      })
      res.on('end', () => resolve({ bodyJson, headers: res.headers }))
    })
    req.on('error', reject)
    req.end(body)
  })
}

const client = {
  next: () => ask('GET', 'next'),
  done: (id, body) => void ask('POST', `${id}/response`, body),
  error: (id, body) => void ask('POST', `${id}/error`, body),
}

const load = Module._load
Module._load = function (request, ...rest) {
  return request === './rapid-client.node' ? client : load.call(this, request, ...rest)
}
