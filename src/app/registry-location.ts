/** Where the tables of the registry are, by the settings. */

import { join } from 'node:path'
import type { LoadedConfig } from '../core/config/load-config.ts'
import type { RegistryLocation } from '../registry/read-registry.ts'

export function registryLocation({ config }: Pick<LoadedConfig, 'config'>): RegistryLocation {
  const { dataDir, registryDir } = config.store
  return {
    operatorFolder: registryDir ?? join(dataDir, 'registry'),
    validFolder: join(dataDir, 'registry-last-valid'),
  }
}
