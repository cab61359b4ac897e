import { judgeTargets } from '../judge.ts'
import { isAgreed } from '../publish/agreement.ts'
import type { PublishedResults } from '../results.ts'
import { mainTargets, targets } from '../targets.ts'
import { percent } from './conditions.ts'
import { table } from './page.ts'
import { baseIn, ofRun, ratioOf } from './rows.ts'

/** Each target with the figure of both runs, and of the two together. */
export function renderMainTargets({ scenarios }: PublishedResults): string {
  const judged = judgeTargets(mainTargets, scenarios)
  const runs = [1, 2].map((run) =>
    judgeTargets(
      mainTargets,
      scenarios.map((one) => ofRun(one, run)),
    ),
  )
  const rows = judged.flatMap(({ scenario, text, value, met }, index) => {
    if (value === undefined) return []
    const single = runs.map((run) => run[index]?.value?.toFixed(2) ?? '–')
    return [[scenario, text, ...single, value.toFixed(2), met ? 'met' : '**not met**']]
  })
  if (rows.length === 0) return ''
  const met = judged.filter((target) => target.met).length
  const head = ['scenario', 'target', 'run 1', 'run 2', 'both', 'result']
  return `Targets met: ${met} of ${rows.length}.\n\n${table(head, rows)}`
}

/** The figures of the two runs next to each other. */
export function renderAgreements({ scenarios, agreements }: PublishedResults): string {
  const rows = agreements.flatMap((agreement) => {
    const scenario = scenarios.find(({ name }) => name === agreement.scenario)
    if (scenario === undefined || agreement.difference === undefined) return []
    const base = baseIn(scenario)
    const single = [1, 2].map((run) => ratioOf(base, ofRun(scenario, run), 'webapp'))
    const difference = percent(agreement.difference)
    const verdict = isAgreed(agreement) ? difference : `**${difference}**`
    return [
      [
        scenario.title,
        ...single,
        verdict,
        `${agreement.published.join(', ')} of ${agreement.runs}`,
      ],
    ]
  })
  if (rows.length === 0) return ''
  const head = [
    'webapp, relative',
    'run 1',
    'run 2',
    'largest difference of a judged ratio',
    'runs',
  ]
  return `The two runs that are published:\n\n${table(head, rows)}`
}

/** What webapp is ahead of, one line for each scenario and kind. */
export function renderOtherTargets({ scenarios }: PublishedResults): string {
  const main = judgeTargets(mainTargets, scenarios).length
  const judged = judgeTargets(targets, scenarios).slice(main)
  const known = judged.filter(({ value }) => value !== undefined)
  if (known.length === 0) return ''
  const rows = known.map(({ scenario, text, value, met }) => [
    scenario,
    text,
    value?.toFixed(2) ?? '',
    met ? 'met' : '**not met**',
  ])
  const met = known.filter((target) => target.met).length
  return [
    `<details><summary>Other targets met: ${met} of ${known.length}</summary>\n`,
    table(['scenario', 'target', 'measured', 'result'], rows),
    '</details>\n',
  ].join('\n')
}
