/** What the routes for operators share. */

import type { ErrorCode } from '../../core/errors.ts'

export const operatorRoute = {
  access: 'token',
  cache: 'no-store',
  errors: ['unauthenticated', 'not_found', 'rate_limited'] as readonly ErrorCode[],
} as const
