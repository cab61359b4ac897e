import { get } from '../harness/request.ts'
import { family, scenario } from '../harness/scenario.ts'

export default family(
  'req.xhr',
  scenario(
    'reads X-Requested-With',
    (express, probe) =>
      express().use((req, res) => {
        probe.seen('xhr', req.xhr)
        res.end()
      }),
    [
      get('/'),
      ...[
        'XMLHttpRequest',
        'xmlhttprequest',
        'XMLHTTPREQUEST',
        'fetch',
        '',
        'XMLHttpRequests',
        'XMLHttpRequest ',
      ].map((value) => get('/', { headers: { 'X-Requested-With': value } })),
      get('/', { headers: { 'X-Requested-With': ['XMLHttpRequest', 'other'] } }),
    ],
  ),
)
