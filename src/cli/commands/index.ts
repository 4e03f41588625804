/** All commands, in the order of the help. A new one is a file beside this one and a line here. */

import type { AddCommand } from '../command-context.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addCompletion } from './completion.ts'
import { addConfig } from './config.ts'
import { addCredits } from './credits.ts'
import { addDiscover } from './discover.ts'
import { addDoctor } from './doctor.ts'
import { addIdentities } from './identities.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addLimits } from './limits.ts'
import { addMembers } from './members.ts'
import { addPlan } from './plan.ts'
import { addProbe } from './probe.ts'
import { addQuarantine } from './quarantine.ts'
import { addServe } from './serve.ts'
import { addSources } from './sources.ts'
import { addSync } from './sync.ts'
import { addSyncJobs } from './sync-jobs.ts'

export const commands: readonly AddCommand[] = [
  addServe,
  addSync,
  addImport,
  addSyncJobs,
  addPlan,
  addDiscover,
  addSources,
  addMembers,
  addProbe,
  addQuarantine,
  addKeys,
  addIdentities,
  addLimits,
  addCredits,
  addAudit,
  addDoctor,
  addBackup,
  addConfig,
  addCompletion,
]
