import { getUnderLoad, type Scenario } from '../scenario.ts'

const greeting = /^Hello, World! \d{7}$/

const browserHeaders = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
  'accept-language': 'en-GB,en;q=0.9,de;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'cache-control': 'max-age=0',
  cookie: 'session=0123456789abcdef0123456789abcdef; theme=dark; consent=yes',
  referer: 'http://localhost/previous/page',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'same-origin',
  'upgrade-insecure-requests': '1',
  dnt: '1',
}

export const scenarios: Scenario[] = [
  getUnderLoad(
    {
      name: 'hello',
      title: 'hello text',
      plan: () => [{ do: 'text', path: '/' }],
      path: '/',
    },
    { type: 'text/', body: greeting },
  ),
  getUnderLoad(
    {
      name: 'hello-browser',
      title: 'hello text, 12 browser headers',
      plan: () => [{ do: 'text', path: '/' }],
      path: '/',
      headers: browserHeaders,
    },
    { type: 'text/', body: greeting },
  ),
]
