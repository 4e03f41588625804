/** The resources and parameters of the member routes for operators. */

import { Type } from 'typebox'
import { instant, nullable, oneOf } from '../../http/openapi/fields.ts'
import { healthStates } from '../../sync/health/health-state.ts'

export const State = oneOf(healthStates, {
  description:
    '`on`: read as scheduled. `new`: not read yet. `stale`: its last reads failed. `changed`: it answers, but nothing usable. `off`: not read, for the reason.',
})

export const OperatorMember = Type.Object(
  {
    source_id: Type.String(),
    service: Type.String(),
    member_id: Type.String(),
    name: nullable(Type.String()),
    host: Type.String({ description: 'Where most requests for it go.' }),
    state: State,
    reason: nullable(
      Type.String({
        description: 'Why it is stale or off, or why its newest list is held back or was published in part.',
      }),
    ),
    held_reason: nullable(Type.String({ description: 'Why its newest list is held back.' })),
    basis: nullable(Type.String({ description: 'On what basis it is read.' })),
    provenance: nullable(Type.String({ description: 'Where the registry has it from.' })),
    record_count: Type.Integer({ description: 'Published records.' }),
    failures: Type.Integer({ description: 'Failed reads since the last success.' }),
    error_code: nullable(Type.String({ description: 'Of the last read, if it failed.' })),
    last_read_at: nullable(instant()),
    last_success_at: nullable(instant()),
    confirmed_on: nullable(
      Type.String({
        description:
          'The day of the last success or, before one, of the first attempt; before that, the day or month on which a list has seen it.',
      }),
    ),
    age_seconds: nullable(Type.Integer({ description: 'Seconds since the last success.' })),
    due_at: nullable(instant({ description: 'When it is to be read again.' })),
  },
  { $id: 'OperatorMember' },
)

export const MemberTestResult = Type.Object(
  {
    source_id: Type.String(),
    member_id: Type.String(),
    responses: Type.Integer(),
    characters: Type.Integer({ description: 'Of the responses.' }),
    records: Type.Integer(),
    dropped: Type.Integer({ description: 'Rows that cannot be used.' }),
    seconds: Type.Number(),
  },
  { $id: 'MemberTestResult' },
)

export const ChangedMembers = Type.Object(
  {
    added: Type.Integer(),
    replaced: Type.Integer({ description: 'Entries of yours that had the same id.' }),
  },
  { $id: 'ChangedMembers' },
)

export const DecidedMember = Type.Object(
  { source_id: Type.String(), member_id: Type.String(), status: oneOf(['on', 'paused', 'removed']) },
  { $id: 'DecidedMember' },
)

export const sourceName = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,63}$',
  description: 'A source; or `chains`, `installations`.',
})

export const memberParams = {
  source_id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,63}$' }),
  member_id: Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,127}$' }),
}

export const decidedParams = {
  source_id: memberParams.source_id,
  member_id: Type.String({
    pattern: '^([*]|[a-z0-9][a-z0-9._-]{0,127})$',
    description: 'A member, or `*` for every member of the source.',
  }),
}
