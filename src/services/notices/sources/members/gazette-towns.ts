/** Loads the towns of gazette-towns.yaml. */

import { type Static, Type } from 'typebox'
import { loadYaml } from '../../../../core/load-yaml.ts'

const Town = Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false })
export type Town = Readonly<Static<typeof Town>>

export function loadGazetteTowns(): readonly Town[] {
  return loadYaml(new URL('gazette-towns.yaml', import.meta.url), Type.Array(Town))
}
