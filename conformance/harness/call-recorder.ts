import { createHash } from 'node:crypto'
import { describeValue } from './describe-value.ts'
import { fileTree } from './file-tree.ts'

type Member = (...args: unknown[]) => unknown

/** Records the calls of replaced members, one line each, indented below the call that made it. */
export class CallRecorder {
  #lines: string[] = []
  #restores: (() => void)[] = []
  #depth = 0

  /** Replaces members of an object by ones that record their calls and do the same. */
  replace(target: object, owner: string, names: readonly string[]): void {
    for (const name of names) this.#replaceOne(target, `${owner}.${name}`, name)
  }

  /** Undoes all replacements. */
  restore(): void {
    for (const restore of this.#restores.reverse()) restore()
    this.#restores = []
  }

  /** The lines since the last call. */
  take(): string {
    const lines = this.#lines
    this.#lines = []
    return lines.map((line) => `\n  ${line}`).join('')
  }

  #replaceOne(target: object, label: string, name: string): void {
    const found = findMember(target, name)
    if (found === undefined) return
    const replaced = this.#recording(found, label)
    if (replaced === undefined) return
    const own = Object.getOwnPropertyDescriptor(target, name)
    Object.defineProperty(target, name, replaced)
    this.#restores.push(() => {
      if (own) Object.defineProperty(target, name, own)
      else Reflect.deleteProperty(target, name)
    })
  }

  /** The property that records calls and reads; `undefined` for a plain value. */
  #recording(found: PropertyDescriptor, label: string): PropertyDescriptor | undefined {
    const record = this.#record.bind(this)
    const { get, value } = found
    if (get !== undefined) {
      return {
        ...found,
        configurable: true,
        get() {
          return record(label, () => get.call(this))
        },
      }
    }
    if (typeof value !== 'function') return undefined
    const member = function (this: unknown, ...args: unknown[]) {
      const line = `${label}(${args.map(describeArgument).join(', ')})`
      return record(line, () => (value as Member).apply(this, args))
    }
    Object.defineProperty(member, 'length', { value: value.length })
    return { ...found, configurable: true, value: member }
  }

  #record(line: string, work: () => unknown): unknown {
    this.#lines.push('  '.repeat(this.#depth) + line)
    this.#depth++
    try {
      return work()
    } finally {
      this.#depth--
    }
  }
}

function findMember(target: object, name: string): PropertyDescriptor | undefined {
  for (let at: object | null = target; at !== null; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name)
    if (found !== undefined) return found
  }
  return undefined
}

/** Functions of the two sides differ in name and length. A long body is shown by a digest. */
function describeArgument(value: unknown): string {
  if (typeof value === 'function') return '[Function]'
  const shown = describeValue(value).replaceAll(fileTree(), '<tree>')
  if (shown.length < 300) return shown
  const digest = createHash('sha1').update(shown).digest('hex').slice(0, 8)
  return `${shown.slice(0, 40)}… (${shown.length}, ${digest})`
}
