/** The deprecation notices that the process hears while something is done. */
export async function noticesOf(act: () => unknown): Promise<string[]> {
  const notices: string[] = []
  const listener = (notice: Error) => notices.push(notice.message)
  process.on('deprecation' as never, listener as never)
  try {
    await act()
  } finally {
    process.off('deprecation', listener)
  }
  return notices
}
