/** Loads the profile of the settings, and no other. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import type { Profile } from './profile.ts'

/** `sandboxOrigin`: where another thread or process has started the simulated sources. The live profile ignores it. */
export async function loadProfile(loaded: LoadedConfig, sandboxOrigin?: string): Promise<Profile> {
  if (loaded.config.run.profile === 'live') return (await import('./live.ts')).liveProfile(loaded)
  return (await import('./sandbox.ts')).sandboxProfile(loaded, sandboxOrigin)
}
