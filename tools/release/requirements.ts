import { pageOf } from './links.ts'
import type { Settings } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Whether a registry is on this machine: there anything may be published, without provenance. */
export function isLoopback(registry: string): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(registry).hostname)
}

interface Place {
  readonly registry: string
  readonly env: Environment
}

/** What a publication needs and this place does not have, a sentence each. */
export function missingRequirements(
  settings: Settings,
  place: Place & { readonly account: boolean },
): string[] {
  return [...missingDecisions(settings, place), ...missingRights(place)]
}

/** What has to be in release.json before anything is published, also by another job. */
export function missingDecisions(settings: Settings, { registry, env }: Place): string[] {
  if (isLoopback(registry)) return []
  const { names, proposal, isDecided, repository } = settings
  const missing: string[] = []
  if (!isDecided) {
    missing.push(
      `Names: ${names.framework} and ${names.create} belong to others on the public registry. ` +
        `Decide (proposed: ${proposal.framework}, ${proposal.cli}, ${proposal.create}), run ` +
        '"npx tsx tools/release/rename.ts --to-proposal", and commit.',
    )
  }
  if (repository === null) {
    missing.push('Repository: release.json has no "repository", which provenance refers to.')
  }
  if (repository !== null && env.GITHUB_REPOSITORY !== undefined) {
    const here = `${env.GITHUB_SERVER_URL ?? 'https://github.com'}/${env.GITHUB_REPOSITORY}`
    const named = pageOf(repository)
    if (here !== named)
      missing.push(`Repository: release.json names ${named}, but this is ${here}.`)
  }
  return missing
}

/** Who publishes. */
function missingRights({ registry, env, account }: Place & { account: boolean }): string[] {
  if (isLoopback(registry) || hasIdentity(env)) return []
  const missing = [
    'Identity: there is no OIDC token for provenance. Run this in GitHub Actions with the ' +
      'permission "id-token: write", or in GitLab CI with the id_token SIGSTORE_ID_TOKEN.',
  ]
  if (account) return missing
  return [
    ...missing,
    `Account: npm is not logged in at ${registry}. Run "npm login", or set a token.`,
  ]
}

function hasIdentity(env: Environment): boolean {
  const isGitHub = Boolean(env.ACTIONS_ID_TOKEN_REQUEST_URL && env.ACTIONS_ID_TOKEN_REQUEST_TOKEN)
  return isGitHub || Boolean(env.SIGSTORE_ID_TOKEN)
}
