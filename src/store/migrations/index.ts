/** All migrations of the ledger in order. A released migration never changes; new ones are added at the end. */

import * as ledger0001 from './ledger/0001-frame.ts'
import * as ledger0002 from './ledger/0002-identity.ts'
import * as ledger0003 from './ledger/0003-stored-response-quota.ts'
import * as ledger0004 from './ledger/0004-mailbox.ts'
import * as ledger0005 from './ledger/0005-blocked-identities.ts'
import * as ledger0006 from './ledger/0006-profile.ts'
import * as ledger0007 from './ledger/0007-quarantine.ts'
import * as ledger0008 from './ledger/0008-member-notes.ts'
import * as ledger0009 from './ledger/0009-artifact-files.ts'
import * as ledger0010 from './ledger/0010-member-health.ts'
import * as ledger0011 from './ledger/0011-source-members.ts'
import * as ledger0012 from './ledger/0012-host-pauses.ts'
import * as ledger0013 from './ledger/0013-run-share.ts'
import * as ledger0014 from './ledger/0014-rosters.ts'
import * as ledger0024 from './ledger/0024-run-requests.ts'
import * as ledger0025 from './ledger/0025-cancelled-runs.ts'
import * as ledger0026 from './ledger/0026-host-turns.ts'
import * as ledger0028 from './ledger/0028-host-states.ts'
import * as ledger0029 from './ledger/0029-source-changes.ts'
import * as ledger0030 from './ledger/0030-alarms.ts'
import * as ledger0031 from './ledger/0031-confirmed-members.ts'
import * as ledger0032 from './ledger/0032-webhooks.ts'
import * as ledger0033 from './ledger/0033-subscriptions.ts'
import * as ledger0034 from './ledger/0034-key-restrictions.ts'
import * as ledger0035 from './ledger/0035-key-requests.ts'
import type { Migration } from './migration.ts'

export const ledgerMigrations: readonly Migration[] = [
  { name: '0001-frame', up: ledger0001.up },
  { name: '0002-identity', up: ledger0002.up },
  { name: '0003-stored-response-quota', up: ledger0003.up },
  { name: '0004-mailbox', up: ledger0004.up },
  { name: '0005-blocked-identities', up: ledger0005.up },
  { name: '0006-profile', up: ledger0006.up },
  { name: '0007-quarantine', up: ledger0007.up },
  { name: '0008-member-notes', up: ledger0008.up },
  { name: '0009-artifact-files', up: ledger0009.up },
  { name: '0010-member-health', up: ledger0010.up },
  { name: '0011-source-members', up: ledger0011.up },
  { name: '0012-host-pauses', up: ledger0012.up },
  { name: '0013-run-share', up: ledger0013.up },
  { name: '0014-rosters', up: ledger0014.up },
  { name: '0024-run-requests', up: ledger0024.up },
  { name: '0025-cancelled-runs', up: ledger0025.up },
  { name: '0026-host-turns', up: ledger0026.up },
  { name: '0027-no-host-turns', up: ledger0026.remove },
  { name: '0028-host-states', up: ledger0028.up },
  { name: '0029-source-changes', up: ledger0029.up },
  { name: '0030-alarms', up: ledger0030.up },
  { name: '0031-confirmed-members', up: ledger0031.up },
  { name: '0032-webhooks', up: ledger0032.up },
  { name: '0033-subscriptions', up: ledger0033.up },
  { name: '0034-key-restrictions', up: ledger0034.up },
  { name: '0035-key-requests', up: ledger0035.up },
]
