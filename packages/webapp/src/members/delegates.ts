const delegates = new WeakMap<object, object>()

/** Records the application or router that a wrapper delegates to, for the listing of routes. */
export function recordDelegate<T extends object>(wrapper: T, target: object): T {
  delegates.set(wrapper, target)
  return wrapper
}

/** The application or router that a function delegates to, or the function itself. */
export function delegateOf(wrapper: object): object {
  return delegates.get(wrapper) ?? wrapper
}
