/** Countries, territories and a district that are a city. The countries have no regions, except Luxembourg. */

export const cityStates: ReadonlyMap<string, string> = new Map([
  ['SG', 'Singapore'],
  ['HK', 'Hong Kong'],
  ['LU', 'Luxembourg'],
  ['MC', 'Monaco'],
  ['MO', 'Macao'],
  ['US-DC', 'Washington'],
])
