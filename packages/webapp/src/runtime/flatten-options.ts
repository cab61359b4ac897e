/** Copies options with inherited properties: users create options with Object.create. */
export function flattenOptions<T extends object>(options: T | null | undefined): T {
  const copy: Record<string, unknown> = {}
  for (const name in options) copy[name] = options[name]
  return copy as T
}
