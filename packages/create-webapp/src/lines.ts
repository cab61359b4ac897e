/** The lines of a file, without those that are `false`. */
export function lines(...all: readonly (string | false)[]): string {
  return `${all.filter((line) => line !== false).join('\n')}\n`
}
