import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import {
  deployFolder,
  parseYaml,
  readDeploy,
  repository,
  requireTool,
  toolsFolder,
} from './files.ts'

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  // biome-ignore lint/suspicious/noExplicitAny: the schema describes it, and the tests below read it.
  readonly spec: any
}

interface Model {
  validate(): void
}

const folder = `${deployFolder}kubernetes/`
const names = readdirSync(folder).filter(
  (name) => name.endsWith('.yaml') && !/^(kustomization|secret)\.yaml$/.test(name),
)
const manifests = names.flatMap((name) => parseYaml(readDeploy(`kubernetes/${name}`)) as Manifest[])
const find = (kind: string, name = 'notes') => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`no ${kind} with the name ${name}`)
  return found
}

describe('deploy/kubernetes', () => {
  it.each(manifests.map((one) => [one.kind, one] as const))('has a valid %s', (_kind, manifest) => {
    expect(() => modelOf(manifest).validate()).not.toThrow()
  })

  it('would not be valid with a value of the wrong type', () => {
    const wrong = structuredClone(find('Deployment'))
    wrong.spec.template.spec.terminationGracePeriodSeconds = '30'
    expect(() => modelOf(wrong).validate()).toThrow('terminationGracePeriodSeconds')
  })

  describe('its fields', { timeout: 300_000 }, () => {
    const scratch = `${toolsFolder}node_modules/.manifests/`
    afterAll(() => rmSync(scratch, { recursive: true, force: true }))

    it('all exist', () => {
      expect(compile(scratch, manifests)).toEqual([])
    })

    it('would not all exist with one that is misspelt deep inside', () => {
      const wrong = structuredClone(find('Deployment'))
      wrong.spec.template.spec.containers[0].livenessProbes = {}
      expect(compile(scratch, [wrong]).join()).toContain('livenessProbes')
    })
  })

  it('applies all its files', () => {
    const [kustomization] = parseYaml(readDeploy('kubernetes/kustomization.yaml')) as [
      { resources: string[] },
    ]
    const expected = names.map((name) => name.replace('.example', ''))
    expect([...kustomization.resources].sort()).toEqual(expected.sort())
  })

  it('selects the pods of the Deployment everywhere', () => {
    const { labels } = find('Deployment').spec.template.metadata
    expect(find('Deployment').spec.selector.matchLabels).toEqual(labels)
    expect(find('Service').spec.selector).toEqual(labels)
    expect(find('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels)
    expect(find('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels)
    expect(find('HorizontalPodAutoscaler').spec.scaleTargetRef).toMatchObject({
      kind: 'Deployment',
      name: find('Deployment').metadata.name,
    })
  })

  it('sends requests to services and ports that exist', () => {
    const [container] = find('Deployment').spec.template.spec.containers
    const ports = container.ports.map((port: { name: string }) => port.name)
    for (const { backend } of find('Ingress').spec.rules[0].http.paths) {
      const service = find('Service', backend.service.name)
      const port = service.spec.ports.find(
        (one: { name: string }) => one.name === backend.service.port.name,
      )
      expect(ports).toContain(port?.targetPort)
    }
    for (const probe of ['readinessProbe', 'livenessProbe', 'startupProbe']) {
      expect(ports).toContain(container[probe].httpGet.port)
    }
  })

  it('keeps metrics and health checks inside the cluster', () => {
    const { paths } = find('Ingress').spec.rules[0].http
    const inside = paths.filter(
      (one: { backend: { service: { name: string } } }) => one.backend.service.name === 'nothing',
    )
    expect(inside.map(({ path }: { path: string }) => path)).toEqual(['/metrics', '/health'])
  })

  it('has an example of a secret that the application refuses', () => {
    const [{ stringData }] = parseYaml(readDeploy('kubernetes/secret.example.yaml')) as [
      { stringData: Record<string, string> },
    ]
    expect(() => readConfig({ NODE_ENV: 'production', ...stringData })).toThrow(/SESSION_SECRET/)
  })

  it('replaces pods without taking one away first, and gives each the time that it asks for', () => {
    const { strategy, template } = find('Deployment').spec
    expect(strategy.rollingUpdate.maxUnavailable).toBe(0)
    const [container] = template.spec.containers
    const linger = Number(container.lifecycle.preStop.exec.command.at(-1))
    const shutdown = 10
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(linger + shutdown)
  })

  it('allows no more than it needs', () => {
    const { spec } = find('Deployment').spec.template
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true })
    expect(spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const { memory } = spec.containers[0].resources.limits
    // docs/guide/scaling.md has the memory under load. Node hashes four passwords at once.
    expect(Number(/^(\d+)Mi$/.exec(memory)?.[1])).toBeGreaterThan(280 + 4 * 32)
  })
})

/** The generated validator for a manifest, from the OpenAPI document of Kubernetes. */
function modelOf(manifest: Manifest): Model {
  const models: Record<string, new (data: unknown) => Model> = requireTool(
    `kubernetes-models/${manifest.apiVersion}`,
  )
  const Kind = models[manifest.kind]
  if (!Kind) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}`)
  return new Kind(manifest)
}

/**
 * The errors of the compiler for these manifests as literals of their types. The validators accept
 * unknown fields, as the API of Kubernetes does; the compiler does not.
 */
function compile(scratch: string, documents: readonly Manifest[]): string[] {
  mkdirSync(scratch, { recursive: true })
  const lines = documents.map(
    (one, index) =>
      `import type { I${one.kind} as T${index} } from 'kubernetes-models/${one.apiVersion}'\n` +
      `export const manifest${index}: T${index} = ${JSON.stringify(one, null, 2)}\n`,
  )
  const file = `${scratch}manifests.ts`
  writeFileSync(file, lines.join('\n'))
  const compiler = `${repository}node_modules/typescript/bin/tsc`
  if (!existsSync(compiler)) throw new Error(`no compiler: ${compiler}`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--types', '']
  const modules = ['--module', 'nodenext', '--target', 'es2022']
  const { stdout, status } = spawnSync(process.execPath, [compiler, ...options, ...modules, file], {
    cwd: scratch,
    encoding: 'utf8',
  })
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
  if (status !== 0 && errors.length === 0) throw new Error(`tsc ended with ${status}: ${stdout}`)
  return errors
}
