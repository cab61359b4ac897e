/** How often a property is tried: a tenth in the gate, and fully by `npm run test:slow`. */
export function runs(all: number): number {
  return process.env.ALL_RUNS ? all : Math.ceil(all / 10)
}
