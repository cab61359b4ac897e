import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FoundCandidate } from './discover.ts'
import { applyLoad } from './measure/apply-load.ts'
import type { Context } from './measure/context.ts'
import { onFreshServer } from './measure/fresh-server.ts'
import type { Scenario } from './scenario.ts'
import type { ServerProcess } from './server-process.ts'

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface CallFrame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
}

export interface SelfTime {
  readonly place: string
  readonly micros: number
}

const repository = new URL('..', import.meta.url)

/** Puts load on a server that runs with --cpu-prof, and keeps the profile in `results/`. */
export async function profileCandidate(
  candidate: FoundCandidate,
  scenario: Scenario,
  context: Context,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-profile-'))
  try {
    const flags = ['--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${folder}`]
    const round = {
      requests: context.requests * context.turns,
      seconds: context.seconds * context.turns,
    }
    const profileRounds = async (server: ServerProcess) => {
      for (let at = 0; at < context.rounds; at++) {
        context.progress(`profiling ${candidate.name}: ${at + 1} of ${context.rounds}`)
        await applyLoad(server, scenario, context, round)
      }
    }
    await onFreshServer(
      { candidate, scenario, plan: scenario.plan(), flags },
      context,
      profileRounds,
    )
    return keepProfile(folder, `run-${candidate.name}-${scenario.name}.cpuprofile`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function keepProfile(folder: string, name: string): string {
  const [written] = readdirSync(folder)
  if (written === undefined) throw new Error('Node wrote no profile')
  const path = fileURLToPath(new URL(`results/${name}`, import.meta.url))
  renameSync(join(folder, written), path)
  return path
}

/** The functions in which the process was busy, the busiest first. */
export function readSelfTimes(path: string): SelfTime[] {
  const profile: CpuProfile = JSON.parse(readFileSync(path, 'utf8'))
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, describePlace(callFrame)]))
  const micros = new Map<string, number>()
  for (const [index, id] of profile.samples.entries()) {
    const place = places.get(id) ?? ''
    if (place === '(idle)') continue
    micros.set(place, (micros.get(place) ?? 0) + (profile.timeDeltas[index] ?? 0))
  }
  return [...micros]
    .map(([place, time]) => ({ place, micros: time }))
    .sort((a, b) => b.micros - a.micros)
}

export function renderSelfTimes(times: readonly SelfTime[], count: number): string {
  const total = times.reduce((sum, { micros }) => sum + micros, 0)
  const lines = times.slice(0, count).map(({ place, micros }) => {
    const part = ((micros / total) * 100).toFixed(1).padStart(5)
    return `${part} %  ${(micros / 1000).toFixed(0).padStart(6)} ms  ${place}`
  })
  return [`busy for ${(total / 1000).toFixed(0)} ms; self time:`, ...lines].join('\n')
}

function describePlace({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName || '(anonymous)'
  if (url === '') return name
  return `${name}  ${url.replace(repository.href, '')}:${lineNumber + 1}`
}
