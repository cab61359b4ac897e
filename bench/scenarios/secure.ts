import { getUnderLoad, type Scenario } from '../scenario.ts'

const candidates = ['node', 'webapp', 'webapp-shortcuts-off', 'fastify', 'express5']
const greeting = /^Hello, World! \d{7}$/

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'https-hello',
      family: 'https',
      title: 'hello text over TLS',
      plan: () => [{ do: 'text', path: '/' }],
      path: '/',
      protocol: 'https',
      candidates,
    },
    { type: 'text/', body: greeting },
  ),
  getUnderLoad(
    {
      name: 'https-json',
      family: 'https',
      title: 'small JSON over TLS',
      plan: () => [{ do: 'json', path: '/' }],
      path: '/',
      protocol: 'https',
      candidates,
    },
    { type: 'application/json' },
  ),
  getUnderLoad(
    {
      name: 'http2-hello',
      family: 'http2',
      title: 'hello text over HTTP/2',
      plan: () => [{ do: 'text', path: '/' }],
      path: '/',
      protocol: 'http2',
      // Express does not serve HTTP/2.
      candidates: ['node', 'webapp', 'webapp-shortcuts-off', 'fastify'],
    },
    { type: 'text/', body: greeting },
  ),
]
