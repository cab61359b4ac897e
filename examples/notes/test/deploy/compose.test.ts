import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deployFolder, parseYaml, readDeploy, requireTool, toolsFolder } from './files.ts'

interface Service {
  readonly image: string
  readonly environment?: Record<string, string>
  readonly volumes?: string[]
  readonly depends_on?: Record<string, unknown>
  readonly networks: string[] | Record<string, { ipv4_address?: string }>
  readonly healthcheck?: unknown
  readonly build?: { context: string; dockerfile: string }
}

interface Compose {
  readonly services: Record<string, Service>
  readonly networks: object
  readonly volumes: object
}

type Validate = ((data: unknown) => boolean) & { errors?: unknown }

// The schema of the Compose Specification, as the linter dclint ships it.
const schema = JSON.parse(
  readFileSync(`${toolsFolder}node_modules/dclint/schemas/compose.schema.json`, 'utf8'),
)
const { default: Ajv }: { default: new (o: object) => { compile(s: unknown): Validate } } =
  requireTool('ajv/dist/2020.js')
const validate = new Ajv({ strict: false, validateFormats: false }).compile({
  ...schema,
  $schema: 'https://json-schema.org/draft/2020-12/schema',
})

const [compose] = parseYaml(readDeploy('compose.yaml')) as [Compose]
const apps = Object.keys(compose.services).filter((name) => compose.services[name]?.build)

describe('deploy/compose.yaml', () => {
  it('follows the schema of the Compose Specification', () => {
    expect(validate(compose), JSON.stringify(validate.errors)).toBe(true)
  })

  it('would not follow it with an unknown field', () => {
    const wrong = structuredClone(compose) as unknown as { services: { redis: object } }
    Object.assign(wrong.services.redis, { restarts: 'always' })
    expect(validate(wrong)).toBe(false)
  })

  it('has three processes, and nginx knows all of them', () => {
    expect(apps).toHaveLength(3)
    const known = readDeploy('nginx/upstream.compose.conf').matchAll(/^server ([^:]+):3000 /gm)
    expect([...known].map((match) => match[1])).toEqual(apps)
  })

  it('refers only to services, networks, volumes and files that exist', () => {
    for (const service of Object.values(compose.services)) {
      for (const name of Object.keys(service.depends_on ?? {})) {
        expect(compose.services, name).toHaveProperty(name)
        // `condition: service_healthy` waits for ever for a service without a check.
        if (!apps.includes(name)) expect(compose.services[name]?.healthcheck, name).toBeDefined()
      }
      const { networks } = service
      for (const name of Array.isArray(networks) ? networks : Object.keys(networks)) {
        expect(compose.networks, name).toHaveProperty(name)
      }
      for (const volume of service.volumes ?? []) checkVolume(volume.split(':')[0] ?? '')
      if (!service.build) continue
      const { context, dockerfile } = service.build
      expect(existsSync(`${deployFolder}${context}/${dockerfile}`)).toBe(true)
    }
  })
})

function checkVolume(source: string): void {
  if (!source.startsWith('.')) expect(compose.volumes, source).toHaveProperty(source)
  // The operator brings the certificates.
  else if (source !== './certificates') expect(existsSync(`${deployFolder}${source}`)).toBe(true)
}
