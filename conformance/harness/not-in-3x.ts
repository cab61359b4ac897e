/**
 * Groups of scenarios that have nothing to say about 3.x, beside those that are marked where they
 * stand: they are about options that it does not know, or each repeats one difference that is told
 * elsewhere.
 */
const groups: readonly RegExp[] = [
  // Options, forms and names of later versions, or their error texts.
  /^app\.param and router\.param › is told odd arguments/,
  /^app\.init.* › locals are reached from a request/,
  /^app\.render.* › (app\.render (finds views|tells what is missing)|res\.render merges)/,
  /^express\.static › option (cacheControl|acceptRanges|immutable|start|end)/,
  /^express\.urlencoded › with depth/,
  /^express\.(json|urlencoded) › after (raw|text) for every type/,
  /^res\.download › /,
  // W-042: express.json shows it, and who waits for nothing waits long.
  /^express\.urlencoded › (after the body was read|at the end of the body)/,
  /^express\.json › at the end of the body/,
  // Compressed bodies of one connection end in any order.
  /^express\.(json|urlencoded) › of pipelined requests$/,
  // W-010, W-015: invalid options are told when the middleware is made.
  /^express\.(json|urlencoded) › with limit (?!\d|"\d+(b|kb|KB)?"|undefined|null|-1$|NaN)/,
  /^express\.static( paths)? › (for an invalid|option (index|extensions) (true|\d|\{|\[5|\["a", (5|null)))/,
  // W-022: charsets.
  /^express\.json › (without strict )?of (?!UTF-8 in every).* in every charset/,
  // W-030: statuses that cannot be sent end the process of the original, which takes time.
  /^the final handler › takes (statusCode|status (?!600|302|1000|'404'))/,
  /^res\.status › (describes|refuses (?!1000))/,
  /^res\.redirect › with the odd arguments (a string status|a word status|an array)/,
  /^deprecation notices › come with redirect with a status that is text/,
  /^express\.urlencoded › with a verify that throws/,
  /^express\.json › with a verify that throws an empty string/,
  /^express\.json › with a reviver that throws .*strict false/,
  // W-034, W-035, W-036: what libraries read.
  /^express\.urlencoded › of all forms with extended (?!true)/,
  /^req\.query › with query parser (?!unset)/,
  /^express\.static conditions › (?!(in all headers|as ranges) without options)/,
  /^req\.range › of "bytes=(0-1,|,0-1|9-8|0-0,0-0|60-100)/,
  /^req\.fresh › and stale for (204|299|304)/,
  /^express\.static paths › of (odd names|folders) with/,
  // W-038: arguments that are no types.
  /^req\.accepts › accepts reads (?!Accept: missing)/,
]

export function isLeftOutOf3(id: string): boolean {
  return groups.some((group) => group.test(id))
}
