/** Adds a member that a discovery found, as `members add` does. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { Discovery } from '../../discovery/discovery.ts'
import { type EntryChoice, type FoundEntry, toEntry } from '../../discovery/to-entry.ts'
import { addEntries } from './edit-registry.ts'

/** Throws `ConfigurationError` with every problem, and changes nothing then. */
export async function addFound(
  loaded: LoadedConfig,
  discovery: Discovery,
  choice: EntryChoice,
  signal: AbortSignal,
): Promise<FoundEntry> {
  const entry = toEntry(discovery, choice)
  await addEntries(loaded, entry.source, [entry.cells], signal)
  return entry
}
