import { type AccessControl, allowAll, anonymous } from '../../../src/http/access-control.ts'

/** Every API key is another identity, and none has a rate limit. */
export const byApiKey: AccessControl = {
  ...allowAll,
  admitSync: ({ apiKey }) => ({
    rateLimit: undefined,
    principal:
      apiKey === undefined
        ? anonymous
        : { ...anonymous, subject: apiKey, identityId: apiKey, credential: 'key' },
  }),
}
