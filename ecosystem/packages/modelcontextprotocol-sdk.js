import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@modelcontextprotocol/sdk',
  dialects: ['5.x'],
  leftOut: { '4.x': 'It depends on Express 5.' },

  // It makes the application itself, with the express that it asks for.
  create() {
    const app = createMcpExpressApp()
    app.post('/mcp', async (req, res) => {
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
      res.on('close', () => transport.close())
      await createServer().connect(transport)
      await transport.handleRequest(req, res, req.body)
    })
    app.get('/mcp', (_req, res) => res.status(405).json({ error: 'no stream' }))
    return app
  },

  async visit(client, { note }) {
    const remote = new Client({ name: 'tests', version: '1.0.0' })
    const address = new URL(`${client.origin}/mcp`)
    await remote.connect(new StreamableHTTPClientTransport(address))
    const { tools } = await remote.listTools()
    note(tools)
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['greet'],
    )
    const { content } = await remote.callTool({ name: 'greet', arguments: {} })
    assert.deepEqual(content, [{ type: 'text', text: 'hello' }])
    await remote.close()
    const initialize = { jsonrpc: '2.0', id: 1, method: 'none' }
    const headers = { Accept: 'application/json, text/event-stream' }
    assert.match((await client.post('/mcp', { json: initialize, headers })).text, /-32601/)
    assert.equal((await client.post('/mcp', { json: [], headers: {} })).status, 406)
    const stranger = { json: initialize, headers: { ...headers, Host: 'evil.test' } }
    assert.equal((await client.post('/mcp', stranger)).status, 403)
  },
}

function createServer() {
  const server = new McpServer({ name: 'greeter', version: '1.0.0' })
  server.registerTool('greet', { description: 'greets' }, async () => ({
    content: [{ type: 'text', text: 'hello' }],
  }))
  return server
}
