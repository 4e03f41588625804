/** `/v1/sources` and `/v1/plan`: the sources, and what a day asks of each host. */

import { Type } from 'typebox'
import { nullable } from '../../http/openapi/fields.ts'
import { dataReply } from '../../http/reply.ts'
import { type AnyRoute, defineRoute } from '../../http/route.ts'
import { type OperatorDeps, operatorRoute } from './operator-route.ts'

const OperatorSource = Type.Object(
  {
    source_id: Type.String(),
    service: Type.String(),
    name: Type.String(),
    home: Type.String(),
    terms: Type.String({ description: 'Under which terms the data may be read.' }),
    basis: nullable(Type.String()),
    apply: nullable(Type.String({ description: 'Where an operator applies for a key or for permission.' })),
    members: Type.Integer({ description: 'Members that are read.' }),
    off: Type.Integer({ description: 'Members that are not read.' }),
    paused: Type.Boolean({ description: 'Whether an operator has paused the source as a whole.' }),
    every_minutes: Type.Integer(),
    at_once: Type.Integer({ description: 'Requests to a host at once.' }),
    gap_ms: Type.Integer({ description: 'The shortest time between two requests to a host.' }),
    hosts: Type.Integer(),
    robots: Type.Array(Type.String(), { description: 'The robots.txt of the first hosts.' }),
  },
  { $id: 'OperatorSource' },
)

const FirstRound = Type.Object(
  { requests: Type.Integer(), minutes: Type.Number() },
  { description: 'The first read of all members, which may take more requests.' },
)

const DayPlan = Type.Object(
  {
    members: Type.Record(Type.String(), Type.Integer(), {
      description: 'Members that are read, by service.',
    }),
    candidates: Type.Record(Type.String(), Type.Integer(), {
      description: 'Members that a list names and that are not read, by service.',
    }),
    requests: Type.Integer({ description: 'Expected in a day.' }),
    sources: Type.Array(
      Type.Object({
        source_id: Type.String(),
        service: Type.String(),
        members: Type.Integer(),
        hosts: Type.Integer(),
        every_minutes: Type.Integer(),
        requests: Type.Integer({ description: 'Expected in a day.' }),
        minutes_per_round: Type.Number({ description: 'How long one read of all members takes.' }),
        fits: Type.Boolean({ description: 'Whether that is less than the interval.' }),
        first_round: FirstRound,
      }),
    ),
    does_not_fit: Type.Array(Type.String(), { description: 'Sources whose round takes too long.' }),
    off: Type.Array(Type.Object({ service: Type.String(), reason: Type.String(), members: Type.Integer() }), {
      description: 'Why members are not read.',
    }),
    hosts: Type.Array(
      Type.Object({
        host: Type.String(),
        requests: Type.Integer({ description: 'Expected in a day.' }),
        minutes: Type.Number({ description: 'How long they take at the pace of the host.' }),
        first_round: FirstRound,
      }),
      { description: 'The busiest hosts.' },
    ),
  },
  { $id: 'DayPlan' },
)

/** A plan has thousands of hosts, most with one member. */
const hostsMax = 200

export function sourceRoutes({ operators, members }: OperatorDeps): AnyRoute[] {
  const sourceRoute = { ...operatorRoute, method: 'GET', tag: 'Sources' } as const
  return [
    defineRoute({
      ...sourceRoute,
      path: '/v1/sources',
      id: 'listSources',
      summary: 'List sources',
      description: 'Every source with its members, basis, pace and terms.',
      response: { rows: OperatorSource },
      async handle({ admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        return { rows: (await members.sources()).map((source) => JSON.stringify(source)) }
      },
    }),
    defineRoute({
      ...sourceRoute,
      path: '/v1/plan',
      id: 'getPlan',
      summary: 'Get the plan of the day',
      description: `Members, expected requests and what does not fit. Of the hosts, the ${hostsMax} busiest.`,
      response: { data: DayPlan },
      async handle({ admission }) {
        await operators.admit(admission.principal, { kind: 'read' })
        const plan = await members.plan()
        return dataReply({ ...plan, hosts: plan.hosts.slice(0, hostsMax) })
      },
    }),
  ]
}
