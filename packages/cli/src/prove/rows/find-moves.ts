import type { Flow } from '../../migrate/flow/flow.ts'
import { Context } from '../../migrate/rules/context.ts'
import type { Specifiers } from '../../migrate/rules/imports.ts'
import { runRules } from '../../migrate/rules/run.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'
import type { Use } from '../inventory/use.ts'
import type { Found } from './found.ts'
import { LEDGERS } from './ledgers.ts'

const UNCERTAIN = /^not certain that this is Express; if it is: /

const MIGRATE = 'webapp migrate writes '

/** The advice for code that `webapp migrate` does not change. */
export function plainAdvice({ advice }: Found): string {
  return advice.startsWith(MIGRATE) ? advice.slice(MIGRATE.length) : advice
}

/** Finds what the move to another dialect concerns, with the rules of `webapp migrate`. */
export function findMoves(
  flow: Flow,
  files: readonly SourceFile[],
  { specifiers, uses, to }: { specifiers: Specifiers; uses: readonly Use[]; to: 4 | 5 },
): Found[] {
  const target = to === 4 ? '4' : '5'
  const context = new Context({ target, flow, files, isBold: false })
  runRules(context, specifiers)
  return context.spots.flatMap(({ id, file, start, end, text, edits }): Found[] => {
    const entry = LEDGERS.dialects[id]
    if (entry === undefined) return []
    const inside = uses.filter((use) => {
      return use.file === file && use.node.start >= start && use.node.end <= end
    })
    const isGuessed = inside.length > 0 && !inside.some(({ isSure }) => isSure)
    const advice = text.replace(UNCERTAIN, '').replace(/\s*\n\s*/g, ' ')
    return [
      {
        row: id,
        file,
        at: { start, end },
        member: entry.member,
        isSure: !isGuessed && !UNCERTAIN.test(text),
        advice: edits.length > 0 ? `${MIGRATE}${advice}` : advice,
      },
    ]
  })
}
