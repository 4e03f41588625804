import { identityPair } from '../../identity-pair.ts'

export const bench = identityPair({
  name: 'shared limits',
  about: 'a cached read with limits shared through Redis (TEST_REDIS_URL), against limits in memory',
  baseline: { mode: 'limits', withKey: true },
  ours: { mode: 'redis', withKey: true },
  costRatioMax: 1.5,
})
