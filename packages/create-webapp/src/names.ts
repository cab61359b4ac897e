/** The names of the packages that a project depends on. */
export const FRAMEWORK = 'webapp'
export const CLI = '@webapp/cli'
