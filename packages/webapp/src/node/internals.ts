type Member = ((...args: never[]) => unknown) | undefined

/** Whether a member is Node's own: such are known by a name in their source that only Node uses. */
export function isWrittenWith(member: Member, name: string): boolean {
  return member !== undefined && Function.prototype.toString.call(member).includes(name)
}
