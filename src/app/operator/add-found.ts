/** Adds a member that a discovery found, as `members add` does. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { Discovery } from '../../discovery/discovery.ts'
import { chooseFinding, type EntryChoice, type FoundEntry, toEntry } from '../../discovery/to-entry.ts'
import { RegistryFiles } from '../../registry/registry-files.ts'
import { findInstallations } from '../../services/cinema/sync.ts'
import { registryLocation } from '../registry-location.ts'
import { addEntries } from './edit-registry.ts'

/** Throws `ConfigurationError` with every problem, and changes nothing then. */
export async function addFound(
  loaded: LoadedConfig,
  discovery: Discovery,
  choice: EntryChoice,
  signal: AbortSignal,
): Promise<FoundEntry> {
  const entry = toEntry(discovery, { ...choice, installation: findInstallation(loaded, discovery, choice) })
  await addEntries(loaded, entry.source, [entry.cells], signal)
  return entry
}

/** The only one of the platform with the base that was found. */
function findInstallation(
  loaded: LoadedConfig,
  { findings }: Discovery,
  choice: EntryChoice,
): string | undefined {
  const { service, source, member } = chooseFinding(findings, choice)
  if (choice.installation !== undefined || service !== 'cinema') return choice.installation
  const files = new RegistryFiles(registryLocation(loaded).operatorFolder)
  const [first, ...others] = findInstallations(files, source, member.base ?? '')
  return others.length === 0 ? first : undefined
}
