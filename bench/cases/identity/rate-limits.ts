import { identityPair } from '../../identity-pair.ts'

export const bench = identityPair({
  name: 'limits',
  about: 'a hot read with limits and usage counted, against one behind an open gate',
  baseline: { mode: 'open', withKey: false },
  ours: { mode: 'limits', withKey: false },
  costRatioMax: 1.1,
})
