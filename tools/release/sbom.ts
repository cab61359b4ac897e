import { createHash } from 'node:crypto'

/** The fields of a CycloneDX document that we read or write. */
export interface Sbom {
  serialNumber?: string
  metadata: {
    timestamp?: string
    tools?: unknown
    component: Component
  }
  components: Component[]
  [field: string]: unknown
}

interface Component {
  readonly name: string
  readonly version: string
  licenses?: readonly License[]
  externalReferences?: readonly { readonly type: string; readonly url: string }[]
  properties?: readonly { readonly name: string; readonly value: string }[]
}

type License =
  | { readonly license: { readonly id?: string; readonly name?: string } }
  | { readonly expression: string }

/**
 * The same document for the same dependencies: without the time, the random number and the registry
 * of the run that made it.
 */
export function normalizeSbom(sbom: Sbom, date: string): Sbom {
  const components = [...sbom.components].map(withoutPlaces).sort(byName)
  const metadata = {
    ...sbom.metadata,
    timestamp: date,
    component: withoutPlaces(sbom.metadata.component),
  }
  const { serialNumber: _random, ...rest } = sbom
  const document = { ...rest, metadata, components }
  const digest = createHash('sha256').update(JSON.stringify(document)).digest('hex')
  return { ...document, serialNumber: `urn:uuid:${toUuid(digest)}` }
}

/** Distributions are on the registry of the machine, and paths are in a folder of it. */
function withoutPlaces(component: Component): Component {
  const { externalReferences = [], properties = [], ...rest } = component
  const references = externalReferences.filter(({ type }) => type !== 'distribution')
  const kept = properties.filter(({ name }) => name !== 'cdx:npm:package:path')
  return {
    ...rest,
    ...(references.length > 0 && { externalReferences: references }),
    ...(kept.length > 0 && { properties: kept }),
  }
}

function byName(one: Component, other: Component): number {
  const [a, b] = [one, other].map(({ name, version }) => `${name}@${version}`)
  return (a ?? '') < (b ?? '') ? -1 : 1
}

/** A UUID of version 8, whose bits are ours to choose. */
function toUuid(hex: string): string {
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** The dependencies without a licence of the list. */
export function checkLicences(sbom: Sbom, allowed: readonly string[]): string[] {
  return sbom.components.flatMap(({ name, version, licenses = [] }) => {
    const texts = licenses.map(textOf)
    if (texts.length > 0 && texts.every((text) => isAllowed(text, allowed))) return []
    const found = texts.length > 0 ? `the licence ${texts.join(' and ')}` : 'no licence'
    return `The dependency ${name} ${version} has ${found}; release.json allows ${allowed.join(', ')}.`
  })
}

function textOf(license: License): string {
  if ('expression' in license) return license.expression
  return license.license.id ?? license.license.name ?? ''
}

/** Of alternatives one is enough; of licences that hold together, all count. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(/\s+OR\s+/)
  return alternatives.some((one) =>
    one.split(/\s+AND\s+/).every((id) => allowed.includes(id.trim())),
  )
}
