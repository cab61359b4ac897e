const behind = new WeakMap<object, object>()

/** Remembers what a function stands for that hands requests on, so that those who look find it. */
export function standFor<T extends object>(front: T, target: object): T {
  behind.set(front, target)
  return front
}

/** What is behind a function; itself where nothing is. */
export function lookBehind(front: object): object {
  return behind.get(front) ?? front
}
