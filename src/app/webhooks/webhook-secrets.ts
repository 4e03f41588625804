/** The secrets that sign deliveries. They follow from that of the server, so a copy of the database has none of them. */

import { formatWebhookSecret } from '../../core/webhooks/webhook-signature.ts'
import type { KeyedHash } from '../../identity/index.ts'
import type { WebhookRow } from '../../store/tables.ts'

/** How long the old secret still signs after a rotation. */
export const oldSecretMs = 24 * 3_600_000

type SecretColumns = Pick<WebhookRow, 'id' | 'secret_version' | 'old_secret_until'>

/** The current one first. */
export function webhookSecrets(hash: KeyedHash, row: SecretColumns, nowMs: number): string[] {
  const { id, secret_version: version, old_secret_until: until } = row
  const versions = until !== null && until > nowMs ? [version, version - 1] : [version]
  return versions.map((each) =>
    formatWebhookSecret(Buffer.from(hash('webhook', id, String(each)), 'base64url')),
  )
}
