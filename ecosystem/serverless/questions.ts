import type { Question } from './events.ts'

const json = 'application/json'

/** The requests that are sent in an event of every kind. */
export const questions: Readonly<Record<string, Question>> = {
  'a request with parameters': {},
  HEAD: { method: 'HEAD' },
  'the network': { path: '/network' },
  'a JSON body': { method: 'POST', path: '/echo', type: json, body: '{"a":"é"}' },
  'an invalid JSON body': { method: 'POST', path: '/echo', type: json, body: '{' },
  'a form': {
    method: 'POST',
    path: '/echo',
    type: 'application/x-www-form-urlencoded',
    body: 'a[b]=1&c=d%20e',
  },
  'a binary body': {
    method: 'POST',
    path: '/echo',
    type: 'application/octet-stream',
    body: 'AAH+/w==',
    isBase64Encoded: true,
  },
  'cookies and repeated headers': { path: '/cookies' },
  'a binary response': { path: '/bytes' },
  'a text beyond Latin-1': { path: '/text' },
  'no content': { path: '/empty' },
  'a redirect': { path: '/away' },
  'a response in two parts': { path: '/parts' },
  'an error': { path: '/throw' },
  'a missing path': { path: '/none' },
}
