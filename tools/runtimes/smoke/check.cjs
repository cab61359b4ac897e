/** All dialects, newest first. */
const ALL = ['5.x', '4.x', '3.x']

/** Dialects with routers that can be nested. */
const NESTING = ['5.x', '4.x']

/**
 * Something that has to hold in every runtime: `run` is given a trial in each of the dialects, and
 * throws where it does not hold.
 */
function check(name, dialects, run) {
  return { name, dialects, run }
}

/** Something that Express does not promise. */
function own(name, dialects, run) {
  return { name, dialects, run, isOwn: true }
}

/** Says why a check cannot be made. */
class Skip extends Error {}

module.exports = { ALL, NESTING, check, own, Skip }
