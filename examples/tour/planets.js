/** The planets in order from the Sun; distances in astronomical units. */
export const planets = [
  { name: 'Mercury', distance: 0.39, moons: 0, colour: '#a8a29e', note: 'A year of 88 days.' },
  { name: 'Venus', distance: 0.72, moons: 0, colour: '#fbbf24', note: 'Hotter than Mercury.' },
  { name: 'Earth', distance: 1, moons: 1, colour: '#38bdf8', note: 'You are here.' },
  { name: 'Mars', distance: 1.52, moons: 2, colour: '#ef4444', note: 'Its sunsets are blue.' },
  {
    name: 'Jupiter',
    distance: 5.2,
    moons: 97,
    colour: '#d6a77a',
    note: 'A storm as wide as Earth.',
  },
  {
    name: 'Saturn',
    distance: 9.58,
    moons: 274,
    colour: '#fde68a',
    note: 'It would float on water.',
  },
  { name: 'Uranus', distance: 19.2, moons: 28, colour: '#99f6e4', note: 'It rolls on its side.' },
  { name: 'Neptune', distance: 30.05, moons: 16, colour: '#3b82f6', note: 'Found with a pencil.' },
]

/** @param {string} name in any case */
export function findPlanet(name) {
  return planets.find((planet) => planet.name.toLowerCase() === name.toLowerCase())
}
