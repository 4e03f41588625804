/** The sources of the notices service: each adapter with its members. */

import { withMembers } from '../../../sync/define-source.ts'
import type { SourceDefinition } from '../../../sync/source.ts'
import type { TownRecord } from '../schema/notice.ts'
import { gazette } from './adapters/gazette.ts'
import type { Town } from './members/gazette-towns.ts'

export function noticeSources(towns: readonly Town[]): readonly SourceDefinition<Town, TownRecord>[] {
  return towns.length === 0 ? [] : [withMembers(gazette, towns)]
}
