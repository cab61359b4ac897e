import type { Step, Tier } from './steps.ts'

/** What a run of a tier came to. */
export interface Result {
  readonly date: string
  readonly commit: string
  readonly node: string
  readonly platform: string
  readonly cores: number
  /** From the start of the first step to the end of the last one. */
  readonly seconds: number
  readonly steps: readonly StepResult[]
  /** The last lines of the run, down to the count of its tests. */
  readonly lines: readonly string[]
}

export interface StepResult {
  readonly name: string
  readonly code: number
  readonly seconds: number
}

export type Results = Partial<Readonly<Record<Tier, Result>>>

/** docs/nightly.md: the steps of both tiers, and their last results. */
export function formatPage(
  tiers: Readonly<Record<Tier, readonly Step[]>>,
  results: Results,
): string {
  return `# What runs when

Every change passes \`npm run ci\`: at most 25 minutes on two cores. \`npm run nightly\` runs what takes too long for that.
Together they are everything that has to hold. Both need Node and npm alone. \`.ci/run\` and \`.ci/run --nightly\` first install
the programs that tests start: \`chromium\`, \`nginx\`, \`postgres\` and \`redis-server\`. Where one is missing, its tests are
skipped, and the end of the output says so.

\`npm run nightly -- --only registry,notes\` runs some steps. With \`--write\`, a run writes its result into this page.

## npm run ci

${describeTier(tiers.ci, results.ci)}

## npm run nightly

${describeTier(tiers.nightly, results.nightly)}
`
}

function describeTier(steps: readonly Step[], result: Result | undefined): string {
  const rows = steps.map((step) => {
    const found = result?.steps.find(({ name }) => name === step.name)
    const outcome = found === undefined ? '–' : describeOutcome(found)
    return `| ${step.name} | \`${commandOf(step)}\` | ${outcome} | ${found?.seconds ?? '–'} |`
  })
  const table = ['| step | command | result | seconds |', '|---|---|---|---|', ...rows].join('\n')
  return `${table}\n\n${result === undefined ? 'No result was written yet.' : describe(result)}`
}

function commandOf({ command, env = {} }: Step): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value} `)
  return `${variables.join('')}${command}`
}

function describeOutcome({ code }: StepResult): string {
  return code === 0 ? 'passed' : `exit code ${code}`
}

function describe({ date, commit, node, platform, cores, seconds, lines }: Result): string {
  return `${date}, commit ${commit}, Node ${node} on ${platform}, ${cores} cores: ${Math.ceil(seconds / 60)} minutes.

\`\`\`
${lines.join('\n')}
\`\`\``
}
