import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  dialects,
  readPages,
  readSections,
  writeSignatures,
} from '../../../../tools/reference/pages.ts'
import { Signatures } from '../../../../tools/reference/signatures.ts'
import {
  type Factory,
  hasMember,
  type Instances,
  readSurface,
} from '../../../../tools/reference/surface.ts'
import { factories } from '../support/dialects.ts'

const root = join(__dirname, '..', '..', '..', '..')
const pages = readPages(join(root, 'docs', 'reference'))
const sections = readSections(pages)
const signatures = new Signatures(join(root, 'packages', 'webapp', 'src'))

type Dialect = keyof typeof factories

/** A mounted application of a dialect, and what a handler of its meets. */
async function createInstances(dialect: Dialect): Promise<Instances> {
  // The public types of the dialects have no common base; only their names are read.
  const webapp = factories[dialect] as unknown as Factory
  const app = webapp() as ReturnType<(typeof factories)['5.x']>
  const seen: Record<string, object> = { app, router: new webapp.Router() }
  app.get('/:id', (req, res) => {
    Object.assign(seen, { req, res, route: req.route })
    res.end()
  })
  const parent = webapp() as typeof app
  parent.use('/mount', app)
  await parent.inject('/mount/7')
  return seen
}

describe('the reference in docs/reference', () => {
  it.each(dialects)('has a section for every public member [%s]', async (dialect) => {
    const factory = factories[dialect] as unknown as Factory
    const shown = readSurface(factory, await createInstances(dialect))
    const declared = ['webapp', 'app', 'req', 'res', 'router', 'route'].flatMap((name) =>
      signatures.names(name, dialect).map((key) => `${name}.${key}`),
    )
    const described = new Set(ofDialect(dialect))
    const missing = [...shown, ...declared.filter(isUsable)].filter((each) => !described.has(each))
    expect([...new Set(missing)]).toEqual([])
  })

  it.each(dialects)('describes no member that does not exist [%s]', async (dialect) => {
    const factory = factories[dialect] as unknown as Factory
    const instances = await createInstances(dialect)
    const unknown = ofDialect(dialect).filter((member) => {
      const [object = '', key = ''] = member.split('.')
      // Middleware adds these, and the types declare them.
      return (
        !hasMember(member, factory, instances) && !signatures.names(object, dialect).includes(key)
      )
    })
    expect(unknown).toEqual([])
  })

  it('has one section for each member', () => {
    const members = sections.map(({ member }) => member)
    expect(members.filter((member, index) => members.indexOf(member) !== index)).toEqual([])
  })

  it('names the dialects of each member, and shows an example', () => {
    const bare = sections.filter(({ dialects: named, text }) => {
      const isKnown =
        named.length > 0 && named.every((each) => dialects.some((known) => known === each))
      return !isKnown || !/^```js\b/m.test(text)
    })
    expect(bare.map(({ page, line, member }) => `${page}:${line} ${member}`)).toEqual([])
  })

  it('has the signatures of the public types (npx tsx tools/reference/write.ts writes them)', () => {
    const outdated = [...pages].filter(
      ([, markdown]) => writeSignatures(markdown, signatures) !== markdown,
    )
    expect(outdated.map(([page]) => page)).toEqual([])
  })

  it.each([
    ['webapp.md', 'RouterOptions', '5.x'],
    ['webapp.md', 'ShutdownOptions', '5.x'],
    ['middleware.md', 'JsonOptions', '5.x'],
    ['middleware.md', 'RawOptions', '5.x'],
    ['middleware.md', 'TextOptions', '5.x'],
    ['middleware.md', 'UrlencodedOptions', '5.x'],
    ['middleware.md', 'UrlencodedOptions', '4.x'],
    ['middleware.md', 'ServeStaticOptions', '5.x'],
    ['middleware.md', 'ServeStaticOptions', '4.x'],
    ['middleware.md', 'ServeStaticOptions', '3.x'],
    ['application.md', 'CloseOptions', '5.x'],
    ['application.md', 'InjectOptions', '5.x'],
    ['application.md', 'FetchOptions', '5.x'],
    ['application.md', 'Settings', '5.x'],
    ['request.md', 'RangeOptions', '5.x'],
    ['response.md', 'CookieOptions', '5.x'],
    ['response.md', 'SendFileOptions', '5.x'],
    ['v3.md', 'MultipartOptions', '3.x'],
    ['v3.md', 'CookieParserOptions', '3.x'],
    ['v3.md', 'CookieSessionOptions', '3.x'],
    ['v3.md', 'CsrfOptions', '3.x'],
    ['v3.md', 'FaviconOptions', '3.x'],
    ['v3.md', 'ResponseTimeOptions', '3.x'],
    ['v3.md', 'TimeoutOptions', '3.x'],
    ['v3.md', 'MethodOverrideOptions', '3.x'],
    ['v3.md', 'LoggerOptions', '3.x'],
    ['v3.md', 'ErrorHandlerOptions', '3.x'],
    ['entries.md', 'LambdaOptions', '5.x'],
    ['entries.md', 'ServeOptions', '5.x'],
    ['contract.md', 'ContractDescription', '5.x'],
    ['contract.md', 'ProblemDetailsOptions', '5.x'],
    ['client.md', 'ClientOptions', '5.x'],
    ['openapi.md', 'OpenapiOptions', '5.x'],
    ['openapi.md', 'ReferenceOptions', '5.x'],
    ['ws.md', 'UpgradeOptions', '5.x'],
    ['ws.md', 'RoomsOptions', '5.x'],
    ['ws.md', 'RedisAdapterOptions', '5.x'],
    ['sse.md', 'EventsOptions', '5.x'],
    ['multipart.md', 'MultipartOptions', '5.x'],
    ['multipart.md', 'MultipartLimits', '5.x'],
    ['multipart.md', 'PartsOptions', '5.x'],
    ['ops.md', 'DeadlineOptions', '5.x'],
    ['ops.md', 'ShedOptions', '5.x'],
    ['ops.md', 'HealthOptions', '5.x'],
    ['ops.md', 'RequestIdOptions', '5.x'],
    ['otel.md', 'InstrumentationOptions', '5.x'],
  ] as const)('describes in %s every option of %s [%s]', (page, type, dialect) => {
    const options = signatures.options(type, dialect)
    expect(options).not.toEqual([])
    const text = pages.get(page) ?? ''
    expect(options.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
  })

  it.each(['contract', 'client', 'openapi', 'ws', 'sse', 'multipart', 'ops', 'otel'])(
    'has a section with a signature for every function of webapp/%s',
    async (entry) => {
      const exported = Object.keys(await import(`../../src/${entry}.ts`))
      const text = pages.get(`${entry}.md`) ?? ''
      const missing = exported.filter((name) => {
        const [, below = ''] = text.split(`\n## ${name}\n`)
        return !/^[\s\S]{0,200}?```ts signature\n/.test(below)
      })
      expect([exported.length > 0, missing]).toEqual([true, []])
    },
  )

  it.each(dialects)(
    'shows only names of types in signatures that the package exports [%s]',
    (dialect) => {
      const version = dialect[0]
      const names = new Set(
        namesOf(`dialects/v${version}/webapp.ts`, /^ {2}(?:type|interface) (\w+)/gm),
      )
      const entries = ['contract/contract-types', 'contract/openapi-types', 'live/socket-types']
      for (const file of [
        ...entries,
        'live/event-types',
        'body/multipart-types',
        'ops/ops-types',
        'otel/otel-types',
        'adapters/inject-types',
        'adapters/lambda-types',
        'adapters/serve-types',
        'worker/worker-types',
      ]) {
        for (const name of namesOf(`${file}.ts`, /^export (?:type|interface) (\w+)/gm))
          names.add(name)
      }
      const unknown = sections
        .filter(({ dialects: named }) => named.includes(dialect))
        .flatMap(({ member }) => {
          const method = member.replace('METHOD', 'post')
          const text = signatures
            .of(method, dialect)
            .join('\n')
            .replaceAll(/'[^']*'/g, '')
          const used = [...text.matchAll(/(?<![.\w])[A-Z]\w+/g)].map(([name]) => name)
          return used
            .filter((name) => !names.has(name) && !ofPlatform.has(name))
            .map((name) => `${member}: ${name}`)
        })
      expect([...new Set(unknown)]).toEqual([])
    },
  )

  it('names every entry of the package in entries.md', () => {
    const { exports } = JSON.parse(
      readFileSync(join(root, 'packages', 'webapp', 'package.json'), 'utf8'),
    ) as { exports: Record<string, unknown> }
    const entries = Object.keys(exports).filter((name) => name !== './package.json')
    const text = pages.get('entries.md') ?? ''
    const missing = entries.filter((name) => !text.includes(`\`webapp${name.slice(1)}\``))
    expect(missing).toEqual([])
  })

  it('links to entries of the ledger that exist', () => {
    const ledger = readFileSync(join(root, 'docs', 'dialects.md'), 'utf8')
    const linked = [...pages.values()].flatMap((text) => [
      ...text.matchAll(/dialects\.md#(d-\d+)/g),
    ])
    const ids = new Set(linked.map(([, id = '']) => id.toUpperCase()))
    expect(ids.size).toBeGreaterThan(50)
    expect([...ids].filter((id) => !ledger.includes(`### ${id}\n`))).toEqual([])
  })
})

/** Types of TypeScript, of Node and of the web. */
const ofPlatform = new Set(
  'AbortSignal Buffer Promise Partial Record RegExp URL FormData AsyncIterableIterator Server ListenOptions IncomingMessage ServerResponse Http2ServerRequest Http2ServerResponse'.split(
    ' ',
  ),
)

function namesOf(file: string, pattern: RegExp): string[] {
  const text = readFileSync(join(root, 'packages', 'webapp', 'src', file), 'utf8')
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

function ofDialect(dialect: Dialect): string[] {
  return sections.flatMap(({ member, dialects: named }) =>
    named.includes(dialect) ? [member] : [],
  )
}

/** The METHOD functions share a section, and members with an underscore are for tools. */
function isUsable(member: string): boolean {
  const [object = '', key = ''] = member.split('.')
  if (key.startsWith('_') && key !== '_router') return false
  const isMethod =
    ['app', 'router', 'route'].includes(object) &&
    signatures.names('route', '5.x').includes(key) &&
    !['all', 'path', 'stack', 'methods', 'dispatch'].includes(key)
  return !isMethod
}
