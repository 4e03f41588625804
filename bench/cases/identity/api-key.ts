import { identityPair } from '../../identity-pair.ts'

export const bench = identityPair({
  name: 'key',
  about: 'a hot read with an API key, against an anonymous one',
  yardstick: { mode: 'limits', withKey: false },
  ours: { mode: 'limits', withKey: true },
  below: 1.1,
})
