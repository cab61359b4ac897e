import isFreshByOne from 'fresh'

/** Whether the client's copy is fresh: in 4.x both conditions must hold if the request has both. */
export const isFresh: typeof isFreshByOne = (request, response) => {
  const { 'if-none-match': tags, 'if-modified-since': date, ...others } = request
  if (!tags || !date) return isFreshByOne(request, response)
  return (
    isFreshByOne({ ...others, 'if-none-match': tags }, response) &&
    isFreshByOne({ ...others, 'if-modified-since': date }, response)
  )
}
