/** Changes the registry as a proposal says. */

import type { LoadedConfig } from '../../core/config/load-config.ts'
import { Failure } from '../../core/errors.ts'
import type { Cells } from '../../registry/edit-tables.ts'
import type { MemberProposalRow } from '../../store/tables.ts'
import { addEntries, changeTheater, decide } from '../operator/edit-registry.ts'

const noteCharactersMax = 200

/** `cells`: what the platform does not say, such as a time zone. Throws `ConfigurationError` with every problem. */
export async function applyProposal(
  loaded: LoadedConfig,
  { source_id: source, member_id: member, kind, detail, cells: proposed }: MemberProposalRow,
  cells: Cells,
  signal: AbortSignal,
): Promise<void> {
  const changes = { ...JSON.parse(proposed), ...cells }
  switch (kind) {
    case 'add':
      await addEntries(loaded, source, [changes], signal)
      return
    case 'rename':
    case 'move':
      await changeTheater(loaded, source, member, changes, signal)
      return
    case 'close':
      await decide(
        loaded,
        { source, member, status: 'paused', note: detail.slice(0, noteCharactersMax) },
        signal,
      )
      return
    default:
      throw new Failure('internal', `There is no proposal of the kind ${kind}.`)
  }
}
