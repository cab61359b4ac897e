// In bundles for workers, this module stands in for the joined modules of app/hints/. A bundle for
// production has no texts of hints: bundlers replace NODE_ENV, and leave out what is not reached then.
export = process.env.NODE_ENV === 'production' ? {} : require('#hints')
