/** One line on standard error that is written over again; nothing where that is no terminal. */
export function showProgress(text: string): void {
  if (!process.stderr.isTTY) return
  process.stderr.write(`\r\x1b[2K${text}`)
}

export function clearProgress(): void {
  showProgress('')
}
