import type { Step, Tier } from './steps.ts'

/** What a run of a whole tier came to. */
export interface Run {
  readonly date: string
  readonly commit: string
  readonly node: string
  readonly platform: string
  readonly cores: number
  /** From the start of the first step to the end of the last one. */
  readonly seconds: number
  /** The last lines of the run, down to the count of its tests. */
  readonly lines: readonly string[]
}

/** The last run of a step, with the others of its tier or without them. */
export interface StepResult {
  readonly code: number
  readonly seconds: number
  readonly date: string
  readonly commit: string
}

/** The file tools/ci/results.json. */
export interface Results {
  readonly steps: Readonly<Record<string, StepResult>>
  readonly runs: Partial<Readonly<Record<Tier, Run>>>
}

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

\`npm run nightly -- --only registry,notes\` runs some steps. With \`--write\`, a run writes the results of its steps into
this page.

## npm run ci

${describeTier(tiers.ci, results.runs.ci, results)}

## npm run nightly

${describeTier(tiers.nightly, results.runs.nightly, results)}
`
}

function describeTier(steps: readonly Step[], run: Run | undefined, results: Results): string {
  const rows = steps.map((step) => {
    const found = results.steps[step.name]
    const cells = found === undefined ? ['–', '–', '–'] : describeStep(found)
    return `| ${[step.name, `\`${commandOf(step)}\``, ...cells].join(' | ')} |`
  })
  const heading = ['| step | command | result | seconds | commit |', '|---|---|---|---|---|']
  const end = run === undefined ? 'No run of all steps was written yet.' : describe(run)
  return `${[...heading, ...rows].join('\n')}\n\n${end}`
}

function commandOf({ command, env = {} }: Step): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value} `)
  return `${variables.join('')}${command}`
}

function describeStep({ code, seconds, date, commit }: StepResult): string[] {
  return [code === 0 ? 'passed' : `exit code ${code}`, `${seconds}`, `${commit}, ${date}`]
}

function describe({ date, commit, node, platform, cores, seconds, lines }: Run): string {
  return `The last run of all steps: ${date}, commit ${commit}, Node ${node} on ${platform}, ${cores} cores: ${Math.ceil(seconds / 60)} minutes.

\`\`\`
${lines.join('\n')}
\`\`\``
}
