// Shows times in the zone of the reader. The server knows no zone, and writes UTC.

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** @param {ParentNode} part */
export function localise(part) {
  for (const time of part.querySelectorAll('time[datetime]')) {
    if (!(time instanceof HTMLTimeElement)) continue
    time.title = time.textContent ?? ''
    time.textContent = format.format(new Date(time.dateTime))
  }
}

localise(document)
