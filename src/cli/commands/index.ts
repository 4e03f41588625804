/** All commands, in the order of the help. A new one is a file beside this one and a line here. */

import type { AddCommand } from '../command-context.ts'

const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  sync: async () => (await import('./sync/sync.ts')).addSync,
  import: async () => (await import('./sync/import.ts')).addImport,
  listen: async () => (await import('./listen.ts')).addListen,
  search: async () => (await import('./read/search.ts')).addSearch,
  showtimes: async () => (await import('./read/showtimes.ts')).addShowtimes,
  quote: async () => (await import('./read/quote.ts')).addQuote,
  get: async () => (await import('./read/get.ts')).addGet,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  'sync-jobs': async () => (await import('./sync/sync-jobs.ts')).addSyncJobs,
  plan: async () => (await import('./sync/plan.ts')).addPlan,
  discover: async () => (await import('./discover.ts')).addDiscover,
  sources: async () => (await import('./sources.ts')).addSources,
  members: async () => (await import('./members.ts')).addMembers,
  registry: async () => (await import('./registry.ts')).addRegistry,
  probe: async () => (await import('./probe.ts')).addProbe,
  quarantine: async () => (await import('./sync/quarantine.ts')).addQuarantine,
  alarms: async () => (await import('./alarms.ts')).addAlarms,
  keys: async () => (await import('./identity/keys.ts')).addKeys,
  identities: async () => (await import('./identity/identities.ts')).addIdentities,
  operators: async () => (await import('./identity/operators.ts')).addOperators,
  limits: async () => (await import('./identity/limits.ts')).addLimits,
  credits: async () => (await import('./identity/credits.ts')).addCredits,
  audit: async () => (await import('./identity/audit.ts')).addAudit,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  export: async () => (await import('./export.ts')).addExport,
  reindex: async () => (await import('./reindex.ts')).addReindex,
  backup: async () => (await import('./backup.ts')).addBackup,
  restore: async () => (await import('./restore.ts')).addRestore,
  config: async () => (await import('./config.ts')).addConfig,
  completion: async () => (await import('./completion.ts')).addCompletion,
}

/**
 * Loads the command of this name alone, because loading all of them takes time; all for any other name, such as
 * `--help`, and for `completion`, which lists them.
 */
export async function loadCommands(name = ''): Promise<AddCommand[]> {
  const isAlone = name !== 'completion' && Object.hasOwn(commands, name)
  const loaders = Object.entries(commands).filter(([key]) => !isAlone || key === name)
  return await Promise.all(loaders.map(([, load]) => load()))
}
