/** How many routes a program has, and how many of them its client calls. */
export interface Size {
  readonly routes: number
  /** 0: the program has no client. */
  readonly calls: number
}

/** The source files of a program, by name. */
export type Program = Readonly<Record<string, string>>

/** How a framework spells one resource, the module around resources, and the client. */
export interface Style {
  readonly name: string
  /** A module with the five routes of each of some resources. */
  readonly createModule: (module: number, resources: readonly number[]) => string
  /** The module that puts all modules together, and exports their type. */
  readonly createRoot: (modules: readonly number[]) => string
  /** The beginning of the module of the client. */
  readonly clientHead: string
  /** The call of a route of a resource. */
  readonly createCall: (module: number, resource: number, action: Action) => string
  /** Beginnings of calls: an editor completes the name at the `¦`. */
  readonly places: readonly string[]
}

/** The routes of a resource. */
export const ACTIONS = ['list', 'read', 'add', 'change', 'remove'] as const
export type Action = (typeof ACTIONS)[number]

const RESOURCES_PER_MODULE = 10

/** A program with `routes` routes: five for each resource, fifty in each module. */
export function createProgram(style: Style, { routes, calls }: Size): Program {
  const resources = range(routes / ACTIONS.length)
  const modules = range(Math.ceil(resources.length / RESOURCES_PER_MODULE))
  const files: Record<string, string> = { 'all.ts': style.createRoot(modules) }
  for (const module of modules) {
    const own = resources.filter((each) => moduleOf(each) === module)
    files[`schemas${module}.ts`] = createSchemas(own)
    files[`module${module}.ts`] = style.createModule(module, own)
  }
  if (calls > 0) files['client.ts'] = `${style.clientHead}${createCalls(style, routes, calls)}`
  return files
}

/** The calls are spread over the resources, and each action is called as often as any other. */
function createCalls(style: Style, routes: number, calls: number): string {
  const resources = routes / ACTIONS.length
  const each = range(calls).map((call) => {
    const resource = call % resources
    const action = ACTIONS[(call + Math.floor(call / resources)) % ACTIONS.length] ?? 'list'
    return `async function call${call}() {\n${style.createCall(moduleOf(resource), resource, action)}\n}\n`
  })
  return `${each.join('')}export default [${range(calls).map((call) => `call${call}`)}]\n`
}

function moduleOf(resource: number): number {
  return Math.floor(resource / RESOURCES_PER_MODULE)
}

/** What the frameworks share: the schemas, and the functions that handlers call. */
function createSchemas(resources: readonly number[]): string {
  const each = resources.map(
    (n) => `
export const Item${n} = z.object({
  id: z.number(),
  name: z.string().min(1),
  state: z.enum(['open', 'closed', 'state${n}']),
  tags: z.array(z.string()),
  amount${n}: z.number().optional(),
  owner: z.object({ id: z.number(), name: z.string() }),
})
export const Draft${n} = Item${n}.omit({ id: true })
export const Change${n} = Draft${n}.partial()
export const Query${n} = z.object({ page: z.coerce.number().optional(), text: z.string().optional() })
export const Params${n} = z.object({ id: z.coerce.number() })
export declare const store${n}: {
  list(query: z.infer<typeof Query${n}>): z.infer<typeof Item${n}>[]
  read(id: number): z.infer<typeof Item${n}> | undefined
  add(draft: z.infer<typeof Draft${n}>): z.infer<typeof Item${n}>
  change(id: number, draft: z.infer<typeof Change${n}>): z.infer<typeof Item${n}>
  remove(id: number): void
}
`,
  )
  return `import { z } from 'zod'\n\nexport const Problem = z.object({ title: z.string() })\n${each.join('')}`
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at)
}
