/** @typedef {{ type: string, bytes: Buffer }} Photo */
/** @typedef {{ slug: string, title: string, latin: string, notes: string, photo?: Photo }} Plant */

const seeds = [
  {
    title: 'Foxglove',
    latin: 'Digitalis purpurea',
    notes: 'Along the quarry wall, taller than the children who found it. Not for tea.',
  },
  {
    title: 'Sea holly',
    latin: 'Eryngium maritimum',
    notes: 'From the dunes. It keeps its blue for years if it is dried upside down.',
  },
  {
    title: 'Wood anemone',
    latin: 'Anemone nemorosa',
    notes: 'Under the beeches, before they have leaves. It spreads six feet in a hundred years.',
  },
]

/** The collection, which lasts as long as the process. */
class Herbarium {
  /** @type {Map<string, Plant>} */
  plants = new Map()

  constructor() {
    this.restore()
  }

  /** Restores the initial plants. */
  restore() {
    this.plants.clear()
    for (const seed of seeds) this.add(seed)
  }

  /** @param {string} slug */
  find(slug) {
    return this.plants.get(slug)
  }

  /** Those whose names contain the words, by name. @param {string} [words] */
  search(words = '') {
    const wanted = words.toLowerCase()
    return [...this.plants.values()]
      .filter(({ title, latin }) => `${title} ${latin}`.toLowerCase().includes(wanted))
      .sort((a, b) => a.title.localeCompare(b.title))
  }

  /**
   * The plant; undefined if it has no name or the name exists already.
   * @param {{ title?: unknown, latin?: unknown, notes?: unknown }} fields
   */
  add({ title, latin, notes }) {
    const slug = toSlug(toText(title))
    if (slug === '' || slug === 'new' || this.plants.has(slug)) return undefined
    /** @type {Plant} */
    const plant = { slug, title: toText(title), latin: toText(latin), notes: toText(notes) }
    this.plants.set(slug, plant)
    return plant
  }

  /** @param {Plant} plant */
  remove({ slug }) {
    this.plants.delete(slug)
  }
}

module.exports = Herbarium

// A form field may also be a list or an object: the client decides.
/** @param {unknown} field */
function toText(field) {
  return typeof field === 'string' ? field.trim() : ''
}

/** @param {string} title */
function toSlug(title) {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
