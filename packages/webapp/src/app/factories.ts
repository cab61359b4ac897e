/** The factories of all dialects that were loaded, to recognize their members. */
export const factories: object[] = []
