/** Countries and territories that are a city. They have no regions, except Luxembourg. */

export const cityStates: ReadonlyMap<string, string> = new Map([
  ['SG', 'Singapore'],
  ['HK', 'Hong Kong'],
  ['LU', 'Luxembourg'],
  ['MC', 'Monaco'],
  ['MO', 'Macao'],
])
