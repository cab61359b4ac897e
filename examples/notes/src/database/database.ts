/** Runs SQL with parameters, and returns the rows. */
export interface Queries {
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>
}

/** PostgreSQL: a server, or PGlite in this process. Both get the same SQL. */
export interface Database extends Queries {
  /** Runs `work` in a transaction. Resolves after the commit; an error of `work` rolls it back. */
  transaction<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
