/** What the pages wait for. A test resolves the promises, in the order in which pages asked. */
export const requests = []

export function loadNews() {
  return new Promise((resolve, reject) => requests.push({ resolve, reject }))
}
