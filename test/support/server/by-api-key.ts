import { type AccessControl, allowAll, anonymous } from '../../../src/http/access-control.ts'

/** Every API key is another caller, and none has limits. */
export const byApiKey: AccessControl = {
  ...allowAll,
  admitSync: ({ apiKey: subject = 'nobody' }) => ({
    rateLimit: undefined,
    principal: { ...anonymous, subject },
  }),
}
