import { identityPair } from '../../identity-pair.ts'

export const bench = identityPair({
  name: 'limits',
  about: 'a cached read with rate limits and usage, against one without access control',
  baseline: { mode: 'open', withKey: false },
  ours: { mode: 'limits', withKey: false },
  costRatioMax: 1.1,
})
