/** All migrations, in order. A step that was released is never changed; a new one is added at the end. */

import * as ledger0001 from './ledger/0001-frame.ts'
import type { Migration } from './migration.ts'
import * as readModel0001 from './read-model/0001-frame.ts'

export const ledgerMigrations: readonly Migration[] = [{ name: '0001-frame', up: ledger0001.up }]

export const readModelMigrations: readonly Migration[] = [{ name: '0001-frame', up: readModel0001.up }]
