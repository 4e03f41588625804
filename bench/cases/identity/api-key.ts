import { identityPair } from '../../identity-pair.ts'

export const bench = identityPair({
  name: 'key',
  about: 'a cached read with an API key, against an anonymous one',
  baseline: { mode: 'limits', withKey: false },
  ours: { mode: 'limits', withKey: true },
  costRatioMax: 1.1,
})
