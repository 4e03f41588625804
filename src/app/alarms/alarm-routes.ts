/** `/v1/alarms`: what is wrong now, and what operators do not want to hear of. */

import { Type } from 'typebox'
import { instant, nullable, oneOf, withDefault } from '../../http/openapi/fields.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { type OperatorDeps, operatorRoute } from '../operator/operator-route.ts'
import { muteHoursMax, noteCharactersMax } from './mutes.ts'

const AlarmMute = Type.Object(
  {
    target: Type.String({ description: 'The id of an alarm, a kind, or `all`.' }),
    until: instant(),
    muted_by: Type.String(),
    note: nullable(Type.String()),
  },
  { $id: 'AlarmMute' },
)

const OperatorAlarms = Type.Object(
  {
    alarms: Type.Array(
      Type.Object({
        id: Type.String(),
        kind: Type.String(),
        subject: Type.String({ description: 'A host, source, service or node; empty if there is one only.' }),
        title: Type.String(),
        detail: Type.String(),
        since: instant(),
        state: oneOf(['open', 'waiting', 'muted', 'calm']),
        announced_at: nullable(instant({ description: 'When messages about it were queued.' })),
      }),
      { description: 'Oldest first.' },
    ),
    mutes: Type.Array(AlarmMute),
  },
  { $id: 'OperatorAlarms' },
)

const target = Type.String({
  minLength: 1,
  maxLength: 300,
  description: 'The id of an alarm, which need not be open; a kind; or `all`.',
})

export function alarmRoutes({ operators, alarms }: OperatorDeps): AnyRoute[] {
  const alarmRoute = { ...operatorRoute, tag: 'Alarms' } as const
  return [
    defineRoute({
      ...alarmRoute,
      method: 'GET',
      path: '/v1/alarms',
      id: 'listAlarms',
      summary: 'List alarms',
      description: 'Open alarms, and what is muted, the same on every node.',
      response: { data: OperatorAlarms },
      async handle({ admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        return dataReply(await alarms.list())
      },
    }),
    defineRoute({
      ...alarmRoute,
      method: 'POST',
      path: '/v1/alarms/mute',
      id: 'muteAlarm',
      summary: 'Mute an alarm',
      description:
        'Its beginning is announced then, or when it is unmuted, if it is still open. The end of an alarm that was announced is sent all the same.',
      body: Type.Object(
        {
          target,
          hours: withDefault(Type.Integer({ minimum: 1, maximum: muteHoursMax }), 24),
          note: Type.Optional(
            Type.String({ minLength: 1, maxLength: noteCharactersMax, description: 'Why.' }),
          ),
        },
        { additionalProperties: false },
      ),
      response: { data: AlarmMute },
      async handle({ body, admission }) {
        // Not `change`: it records itself, in one transaction with its effect.
        const operator = await operators.admit(admission.principal, { kind: 'read' })
        return dataReply(await alarms.mute({ ...body, operator }))
      },
    }),
    defineRoute({
      ...alarmRoute,
      method: 'POST',
      path: '/v1/alarms/unmute',
      id: 'unmuteAlarm',
      summary: 'Unmute an alarm',
      description: 'Messages about it are sent again, also about one that is open already.',
      body: Type.Object({ target }, { additionalProperties: false }),
      response: { data: Type.Object({ target: Type.String() }) },
      async handle({ body, admission }) {
        const operator = await operators.admit(admission.principal, { kind: 'read' })
        await alarms.unmute({ target: body.target, operator })
        return dataReply({ target: body.target })
      },
    }),
  ]
}
