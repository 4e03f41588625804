/** The sources that feed the notices service. */

import { type SourceDefinition, withMembers } from '../../../sync/source.ts'
import type { NoticeRecord } from '../schema/notice.ts'
import { gazette } from './gazette.ts'
import type { Town } from './members/gazette-towns.ts'

/** None without towns. */
export function noticeSources(towns: readonly Town[]): readonly SourceDefinition<Town, NoticeRecord>[] {
  return towns.length === 0 ? [] : [withMembers(gazette, towns)]
}
