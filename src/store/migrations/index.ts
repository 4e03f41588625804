/** All migrations in order. A released migration never changes; new ones are added at the end. */

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
import type { Migration } from './migration.ts'
import * as readModel0001 from './read-model/0001-frame.ts'
import * as readModel0002 from './read-model/0002-cinema.ts'
import * as readModel0003 from './read-model/0003-jobs.ts'
import * as readModel0004 from './read-model/0004-trust.ts'
import * as readModel0005 from './read-model/0005-epoch.ts'
import * as readModel0006 from './read-model/0006-absent-showtimes.ts'
import * as readModel0007 from './read-model/0007-profile.ts'
import * as readModel0008 from './read-model/0008-confirmed-absences.ts'
import * as readModel0009 from './read-model/0009-movie-runtime.ts'
import * as readModel0010 from './read-model/0010-retention.ts'
import * as readModel0011 from './read-model/0011-job-times.ts'
import * as readModel0012 from './read-model/0012-lost-fields.ts'
import * as readModel0013 from './read-model/0013-movie-text-index.ts'
import * as readModel0014 from './read-model/0014-job-words.ts'
import * as readModel0015 from './read-model/0015-job-changes.ts'
import * as readModel0016 from './read-model/0016-job-source-hash.ts'
import * as readModel0017 from './read-model/0017-job-descriptions.ts'
import * as readModel0018 from './read-model/0018-job-word-lists.ts'
import * as readModel0019 from './read-model/0019-job-title-counts.ts'
import * as readModel0020 from './read-model/0020-job-functions.ts'
import * as readModel0021 from './read-model/0021-job-description-bases.ts'
import * as readModel0022 from './read-model/0022-response-digest.ts'
import * as readModel0023 from './read-model/0023-packed-postings.ts'
import * as readModel0024 from './read-model/0024-ranked-postings.ts'
import * as readModel0025 from './read-model/0025-list-orders.ts'
import * as readModel0026 from './read-model/0026-response-tag.ts'

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
]

export const readModelMigrations: readonly Migration[] = [
  { name: '0001-frame', up: readModel0001.up },
  { name: '0002-cinema', up: readModel0002.up },
  { name: '0003-jobs', up: readModel0003.up },
  { name: '0004-trust', up: readModel0004.up },
  { name: '0005-epoch', up: readModel0005.up },
  { name: '0006-absent-showtimes', up: readModel0006.up },
  { name: '0007-profile', up: readModel0007.up },
  { name: '0008-confirmed-absences', up: readModel0008.up },
  { name: '0009-movie-runtime', up: readModel0009.up },
  { name: '0010-retention', up: readModel0010.up },
  { name: '0011-job-times', up: readModel0011.up },
  { name: '0012-lost-fields', up: readModel0012.up },
  { name: '0013-movie-text-index', up: readModel0013.up },
  { name: '0014-job-words', up: readModel0014.up },
  { name: '0015-job-changes', up: readModel0015.up },
  { name: '0016-job-source-hash', up: readModel0016.up },
  { name: '0017-job-descriptions', up: readModel0017.up },
  { name: '0018-job-word-lists', up: readModel0018.up },
  { name: '0019-job-title-counts', up: readModel0019.up },
  { name: '0020-job-functions', up: readModel0020.up },
  { name: '0021-job-description-bases', up: readModel0021.up },
  { name: '0022-response-digest', up: readModel0022.up },
  { name: '0023-packed-postings', up: readModel0023.up },
  { name: '0024-ranked-postings', up: readModel0024.up },
  { name: '0025-list-orders', up: readModel0025.up },
  { name: '0026-response-tag', up: readModel0026.up },
]
