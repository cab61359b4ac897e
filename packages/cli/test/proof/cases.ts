/** A request that is sent to the original and to the migrated package. */
export interface Request {
  /** `GET /path`. */
  readonly line: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The request is repeated until its response contains this. */
  readonly until?: string
}

/** A change by hand. */
export interface Edit {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A published package, and how its routes are tried. `programs/<name>.cjs` starts it. */
export interface Case {
  readonly name: string
  readonly requests: readonly (Request | string)[]
  /** Parts of responses that differ in each run. */
  readonly volatile?: readonly RegExp[]
  /** What a person does about spots that are reported. Each is on a line of the report. */
  readonly byHand?: readonly Edit[]
  /** Differences that are meant, by the line of the request: the row of docs/dialects.md. */
  readonly explained?: Readonly<Record<string, string>>
}

function json(line: string, value: unknown): Request {
  return { line, body: JSON.stringify(value), headers: { 'content-type': 'application/json' } }
}

function form(line: string, body: string): Request {
  return { line, body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

export const cases: readonly Case[] = [
  {
    name: 'apimocker',
    requests: [
      'GET /first',
      json('POST /first', {}),
      'DELETE /second',
      'GET /nested/ace?customerId=1234',
      'GET /var/123/red',
      form('POST /login', 'userId=user1&password=good'),
      form('POST /login', 'userId=user1&password=bad'),
      'GET /template/Ada/12',
      'GET /nothing',
      'OPTIONS /first',
      'HEAD /first',
      json('POST /admin/setMock', { verb: 'get', serviceUrl: 'third', mockFile: 'queen.xml' }),
      'GET /third',
    ],
  },
  {
    name: 'dyson',
    requests: [
      'GET /users',
      'GET /users/7?name=Bob',
      'GET /users/7/more',
      'GET /files/notes',
      json('POST /users', { name: 'Eve' }),
      form('POST /users', 'a[b]=1&a[c]=2'),
      'OPTIONS /users',
      'GET /nothing/at/all',
      'GET /favicon.ico',
    ],
  },
  {
    name: 'express-pouchdb',
    byHand: ['show', 'update'].map((name) => ({
      file: `lib/routes/${name}.js`,
      from: `'/:db/_design/:id/_${name}/:func*'`,
      to: String.raw`/^\/(?<db>[^/]+?)\/_design\/(?<id>[^/]+?)\/_${name}\/(?<func>[^/]+?)((?:\/.+?)?)\/?$/`,
    })),
    requests: [
      'GET /db/',
      'PUT /db/notes',
      'GET /db/_all_dbs',
      json('PUT /db/notes/one', { text: 'first' }),
      'GET /db/notes/one',
      'HEAD /db/notes/one',
      json('POST /db/notes/_bulk_docs', { docs: [{ _id: 'two', n: 2 }] }),
      'GET /db/notes/_all_docs?include_docs=true',
      'GET /db/notes/_all_docs?keys=%5B%22one%22%5D',
      json('PUT /db/notes/_design/all', {
        views: { byText: { map: 'function (doc) { emit(doc.text) }' } },
      }),
      'GET /db/notes/_design/all/_view/byText',
      'GET /db/notes/_changes',
      json('POST /db/notes/_find', { selector: { n: 2 } }),
      json('PUT /db/notes/_local/check', { at: 1 }),
      'GET /db/notes/_local/check',
      'GET /db/notes/missing',
      'GET /db/nothing',
      'GET /db/_session',
      'GET /db/notes/_security',
      'GET /db/_active_tasks',
      'DELETE /db/notes',
      'GET /db/notes',
      json('PUT /db/notes/one', '{'),
    ],
    volatile: [
      /"(?:uuid|instance_start_time|update_seq|disk_size|seq|last_seq)":"?[^,}"]*"?/g,
      /[0-9]-[0-9a-f]{32}/g,
      /"(?:uuid)": ?"[^"]*"/g,
    ],
  },
  {
    name: 'fake-smtp-server',
    requests: [
      'GET /',
      { line: 'GET /api/emails', headers: { authorization: 'Basic YWRhOnNlY3JldA==' } },
      {
        line: 'GET /api/emails?from=a@b.test&since=2024-01-01',
        headers: { authorization: 'Basic YWRhOnNlY3JldA==' },
      },
      { line: 'DELETE /api/emails', headers: { authorization: 'Basic YWRhOnNlY3JldA==' } },
      { line: 'GET /', headers: { authorization: 'Basic YWRhOnNlY3JldA==' } },
      { line: 'GET /nothing', headers: { authorization: 'Basic YWRhOnNlY3JldA==' } },
      { line: 'GET /api/emails', headers: { authorization: 'Basic YWRhOndyb25n' } },
    ],
  },
  {
    name: 'json-server',
    requests: [
      'GET /',
      'GET /db',
      'GET /posts',
      'GET /posts?author=ada',
      'GET /posts?_sort=title&_order=desc&_limit=1&_page=1',
      'GET /posts?id[]=1&id[]=2',
      'GET /posts/1',
      'GET /posts/1/comments',
      'GET /posts?_embed=comments',
      'GET /comments?_expand=post',
      'GET /profile',
      'GET /posts/99',
      'GET /api/posts/2',
      'GET /blog/posts/1/show',
      json('POST /posts', { title: 'third', author: 'eve' }),
      json('PUT /posts/1', { title: 'changed' }),
      json('PATCH /posts/2', { author: 'ada' }),
      json('PUT /profile', { name: 'you' }),
      'DELETE /posts/1',
      'HEAD /posts',
      'OPTIONS /posts',
      json('POST /posts', '{'),
      'GET /nothing',
      'GET /posts/%ff',
    ],
    // The stack of an error is in its response.
    volatile: [/(?:\n {4}at .*)+/g],
  },
  {
    name: 'maildev',
    requests: [
      'GET /',
      'GET /healthz',
      'GET /config',
      { line: 'GET /email', until: '"subject":"Hello"' },
      'GET /email/unknown',
      'GET /email/unknown/html',
      'GET /email/unknown/source',
      'GET /email/unknown/download',
      'GET /email/unknown/attachment/a.txt',
      'PATCH /email/read-all',
      'DELETE /email/unknown',
      'POST /email/unknown/relay',
      'POST /email/unknown/relay/a@b.test',
      'DELETE /email/all',
      'GET /reloadMailsFromDirectory',
      'OPTIONS /email',
      'GET /nothing',
    ],
    volatile: [/"id":"[^"]*"/g, /"(?:time|source|filename)":"[^"]*"/g, /"remoteAddress":"[^"]*"/g],
  },
  {
    name: 'mountebank',
    requests: [
      'GET /',
      { line: 'GET /', headers: { accept: 'text/html' } },
      'GET /imposters',
      json('POST /imposters', { protocol: 'none' }),
      'GET /imposters/1',
      'DELETE /imposters/1',
      'DELETE /imposters/1/savedRequests',
      json('PUT /imposters', { imposters: [] }),
      json('POST /imposters', '{'),
      json('PUT /imposters/1/stubs', { stubs: [] }),
      'GET /config',
      'GET /releases',
      'GET /releases/v2.9.1',
      'GET /feed',
      'GET /sitemap',
      { line: 'GET /docs/api/overview', headers: { accept: 'text/html' } },
      { line: 'GET /imposters', headers: { accept: 'text/html' } },
      'GET /nothing',
      'GET /images/mountebank.png',
      'GET /stylesheets/application.css',
    ],
    volatile: [/"(?:uptime|rss|heapTotal|heapUsed|external|arrayBuffers)": [\d.]+/g],
  },
  {
    name: 'oauth2-mock-server',
    requests: [
      'GET /.well-known/openid-configuration',
      form('POST /token', 'grant_type=client_credentials&scope=a b'),
      form('POST /token', 'grant_type=password&username=ada'),
      form('POST /token', 'grant_type=unknown'),
      'POST /token',
      'GET /authorize?response_type=code&redirect_uri=http%3A%2F%2Flocalhost%2Fback&state=7&scope=x',
      'GET /userinfo',
      'POST /revoke',
      'GET /endsession?post_logout_redirect_uri=http%3A%2F%2Flocalhost%2Fout',
      'POST /introspect',
      'OPTIONS /token',
      'GET /nothing',
    ],
    volatile: [/ey[\w-]+\.[\w-]+\.[\w-]*/g, /[0-9a-f]{8}-[0-9a-f-]{27}/g],
  },
  {
    name: 'peer',
    requests: [
      'GET /myapp/',
      'GET /myapp/peerjs/id',
      'GET /myapp/peerjs/peers',
      'GET /myapp/wrong/peers',
      'OPTIONS /myapp/peerjs/id',
      'GET /nothing',
      'GET /myapp/peerjs/nothing',
    ],
  },
  {
    name: 'reveal-md',
    requests: [
      'GET /',
      'GET /slides.md',
      'GET /missing.md',
      'GET /notes.txt',
      'GET /dist/reveal.css',
      'GET /dist/missing.css',
      'GET /plugin/notes/notes.js',
      'GET /css/highlight/base16/zenburn.css',
      'GET /_assets/missing.css',
      'GET /some/where',
      'GET /favicon.ico',
    ],
    volatile: [/Last update: \S+/g],
  },
  {
    name: 'verdaccio',
    byHand: [
      {
        file: 'build/api/web/api/package.js',
        from: "'/-/verdaccio/data/package/readme/(@:scope/)?:package/:version?'",
        to: String.raw`/^\/-\/verdaccio\/data\/package\/readme\/(?:@(?<scope>[^/]+?)\/)?(?<package>[^/]+?)(?:\/(?<version>[^/]+?))?\/?$/i`,
      },
      {
        file: 'build/api/web/api/package.js',
        from: "'/-/verdaccio/data/sidebar/(@:scope/)?:package'",
        to: String.raw`/^\/-\/verdaccio\/data\/sidebar\/(?:@(?<scope>[^/]+?)\/)?(?<package>[^/]+?)\/?$/i`,
      },
    ],
    requests: [
      'GET /-/ping',
      'GET /-/whoami',
      'GET /missing',
      json('PUT /-/user/org.couchdb.user:ada', { name: 'ada', password: 'secret-secret' }),
      json('PUT /proof', {
        name: 'proof',
        'dist-tags': { latest: '1.0.0' },
        versions: {
          '1.0.0': {
            name: 'proof',
            version: '1.0.0',
            dist: { tarball: 'http://localhost/proof/-/proof-1.0.0.tgz', shasum: 'x' },
          },
        },
        _attachments: {
          'proof-1.0.0.tgz': { data: 'aGVsbG8=', length: 5, content_type: 'application/x' },
        },
      }),
      'GET /proof',
      'GET /proof/1.0.0',
      'GET /proof/latest',
      'GET /proof/9.9.9',
      'GET /proof/-/proof-1.0.0.tgz',
      'GET /proof/-/missing.tgz',
      'GET /-/package/proof/dist-tags',
      json('PUT /-/package/proof/dist-tags/beta', '1.0.0'),
      'GET /-/package/proof/dist-tags',
      'DELETE /-/package/proof/dist-tags/beta',
      'GET /-/v1/search?text=proof',
      'GET /@scope%2fname',
      'GET /-/verdaccio/data/packages',
      'GET /-/verdaccio/data/sidebar/proof',
      'GET /',
      'GET /-/static/missing.js',
      'GET /favicon.ico',
      'GET /-/npm/v1/user',
      json('PUT /proof', '{'),
      'HEAD /proof',
    ],
    volatile: [
      /"(?:token|_rev|time)": ?"[^"]*"/g,
      /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
      // ETags are hashes of bodies with the values above.
      /"[0-9a-f]{32}"/g,
    ],
  },
  {
    name: 'webpack-dev-server',
    byHand: [
      {
        file: 'lib/Server.js',
        from: 'name: "set-headers",\n        path: "*"',
        to: 'name: "set-headers",\n        path: "/{*splat}"',
      },
      {
        file: 'lib/Server.js',
        from: 'name: "options-middleware",\n      path: "*"',
        to: 'name: "options-middleware",\n      path: "/{*splat}"',
      },
    ],
    requests: [
      'GET /',
      'GET /main.js',
      'HEAD /main.js',
      'GET /webpack-dev-server',
      'GET /webpack-dev-server/invalidate',
      'GET /webpack-dev-server/open-editor',
      'GET /__webpack_dev_server__/sockjs.bundle.js',
      { line: 'GET /some/page', headers: { accept: 'text/html' } },
      'GET /missing.js',
      'POST /main.js',
      'GET /index.html',
    ],
  },
]
