type Member = (this: unknown, ...args: unknown[]) => unknown

/**
 * Tools such as Sentry and New Relic rewrite the source of files inside Express while Node loads
 * them: they wrap the functions that are assigned to certain names. The files of the stand-ins
 * therefore assign copies of our members, which only call `original`. A copy that was rewritten
 * replaces the member. Otherwise nothing changes, and no request passes through a copy.
 */
export function adoptRewritten(owner: object, copies: Readonly<Record<string, Member>>): void {
  const members = owner as Record<string, Member>
  for (const [key, copy] of Object.entries(copies)) {
    const { name, length } = members[key] as Member
    if (!isRewritten(key, copy)) continue
    Object.defineProperties(copy, { name: { value: name }, length: { value: length } })
    members[key] = copy
  }
}

function isRewritten(key: string, copy: Member): boolean {
  const text = String(copy).replace(/[\s;]+/g, '')
  return text !== `function(...args){returnoriginal.${key}.apply(this,args)}`
}
