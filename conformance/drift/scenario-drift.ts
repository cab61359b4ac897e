import { turnOf } from '../../tools/gate.ts'
import type { Dialect, Side } from '../harness/dialects.ts'
import { idOf, loadFamilies, scenariosFor } from '../harness/families.ts'
import { observeBoth, observeScenario } from '../harness/observe.ts'
import { withoutNotices } from '../harness/transcript.ts'
import type { Groups } from './groups.ts'
import { lineChanges, shapeOf } from './line-changes.ts'

export interface Played {
  readonly count: number
  readonly isComplete: boolean
}

/** Plays a share of the scenarios of conformance/ on both revisions, until a time. */
export async function compareScenarios(
  pair: Dialect,
  { end, share }: { readonly end: number; readonly share: number },
  groups: Groups,
): Promise<Played> {
  let count = 0
  for (const family of await loadFamilies()) {
    for (const scenario of scenariosFor(family, pair.name)) {
      const id = idOf(family, scenario)
      if (turnOf(`${id}, its drift`, share) !== 0) continue
      if (Date.now() >= end) return { count, isComplete: false }
      count++
      const changes = await changesIn(pair, id)
      if (changes === undefined) continue
      const { member, change } = shapeOf(changes)
      const finding = { part: 'scenarios', member: family.member, change: `${member}: ${change}` }
      groups.count(finding)
      groups.add(finding, { title: [id], ...changes })
    }
  }
  return { count, isComplete: true }
}

async function changesIn(pair: Dialect, id: string) {
  const { expected, actual } = await observeBoth(pair, (side) => observeOnce(side, id))
  if (expected === actual) return undefined
  // A notice comes once for each line of code, so it would not show again.
  if (withoutNotices(expected) === withoutNotices(actual)) return lineChanges(expected, actual)
  const again = await observeBoth(pair, (side) => observeAgain(side, id))
  const [older, newer] = [withoutNotices(again.expected), withoutNotices(again.actual)]
  return older === newer ? undefined : lineChanges(older, newer)
}

/** What the last revisions showed: the newer one of a pair is often the older one of the next. */
const seen = new Map<string, Map<string, string>>()

const MOST_REVISIONS = 3

async function observeOnce(side: Side, id: string): Promise<string> {
  const known = seen.get(side.name) ?? new Map<string, string>()
  seen.delete(side.name)
  seen.set(side.name, known)
  const [oldest = ''] = seen.keys()
  if (seen.size > MOST_REVISIONS) seen.delete(oldest)
  const transcript = known.get(id) ?? (await observeAgain(side, id))
  known.set(id, transcript)
  return transcript
}

async function observeAgain(side: Side, id: string): Promise<string> {
  return hideFolders(await observeScenario(side, id, 'app.listen'))
}

/** Each of the two processes has temporary folders of its own. */
function hideFolders(transcript: string): string {
  return transcript.replaceAll(/conformance-(?:\w+-)*\w{6}\b/g, '<folder>')
}
