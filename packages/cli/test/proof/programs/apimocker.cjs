const { dirname, join } = require('node:path')
const { writeFileSync } = require('node:fs')
const ApiMocker = require('apimocker')

const file = join(__dirname, 'mocks.json')
const mockDirectory = join(dirname(dirname(require.resolve('apimocker'))), 'samplemocks')
const webServices = {
  first: {
    verbs: ['get', 'post'],
    responses: { get: { mockFile: 'king.json' }, post: { mockFile: 'ace.json' } },
  },
  second: { verbs: ['delete'], responses: { delete: { httpStatus: 204 } } },
  'nested/ace': { mockFile: 'ace.json', verbs: ['post', 'get'], switch: 'customerId' },
  'var/:id/:color': { mockFile: 'xml/queen.xml', verbs: ['all'], switch: ['id', 'color'] },
  login: {
    verbs: ['post'],
    switch: ['userId', 'password'],
    responses: { post: { httpStatus: 401, mockFile: 'sorry.json' } },
    switchResponses: { userIduser1passwordgood: { httpStatus: 200, mockFile: 'king.json' } },
  },
  'template/:name/:number': {
    mockFile: 'templateSample.json',
    verbs: ['get'],
    enableTemplate: true,
  },
}
const settings = { mockDirectory, quiet: true, port: process.env.PORT, latency: 0, webServices }
writeFileSync(file, JSON.stringify(settings))
ApiMocker.createServer({ quiet: true, port: process.env.PORT }).setConfigFile(file).start()
