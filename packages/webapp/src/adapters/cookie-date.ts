/**
 * The time of an `Expires` attribute in milliseconds, by the algorithm of RFC 6265, section 5.1.1;
 * undefined if the text is no date. `Date.parse` takes fewer of the forms that servers send.
 */
export function parseCookieDate(text: string): number | undefined {
  const found: Partial<Record<keyof typeof FIELDS, readonly number[]>> = {}
  for (const token of text.split(DELIMITERS)) {
    const name = NAMES.find((each) => found[each] === undefined && FIELDS[each].test(token))
    if (name !== undefined) found[name] = read(name, token)
  }
  const [hour = 0, minute = 0, second = 0] = found.time ?? []
  const [day] = found.day ?? []
  const [month] = found.month ?? []
  const [given] = found.year ?? []
  if (!found.time || day === undefined || month === undefined || given === undefined) {
    return undefined
  }
  const year = given < 70 ? given + 2000 : given < 100 ? given + 1900 : given
  const isReal = day >= 1 && day <= 31 && year >= 1601 && hour < 24 && minute < 60 && second < 60
  return isReal ? Date.UTC(year, month, day, hour, minute, second) : undefined
}

const DELIMITERS = /[\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/

/** A token is the first of these that fits it and was not found yet. */
const FIELDS = {
  time: /^\d{1,2}:\d{1,2}:\d{1,2}(?!\d)/,
  day: /^\d{1,2}(?!\d)/,
  month: /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i,
  year: /^\d{2,4}(?!\d)/,
}

const NAMES = ['time', 'day', 'month', 'year'] as const

const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec'

function read(name: keyof typeof FIELDS, token: string): readonly number[] {
  if (name === 'month') return [MONTHS.indexOf(token.slice(0, 3).toLowerCase()) / 3]
  const [digits = ''] = FIELDS[name].exec(token) ?? []
  return digits.split(':').map(Number)
}
