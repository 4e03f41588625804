/** `/operator`: the routes for operators, for whom the settings name e-mail addresses. */

import { Type } from 'typebox'
import { appVersion } from '../../core/app-version.ts'
import type { Service } from '../../http/service.ts'
import { alarmRoutes } from '../alarms/alarm-routes.ts'
import { discoverRoute } from './discover-route.ts'
import { limitRequestRoutes } from './limit-request-routes.ts'
import { memberChangeRoutes } from './member-change-routes.ts'
import { memberRoutes } from './member-routes.ts'
import type { OperatorDeps } from './operator-route.ts'
import { overviewRoutes } from './overview-routes.ts'
import { proposalRoutes } from './proposal-routes.ts'
import { runRoutes } from './run-routes.ts'
import { sourceRoutes } from './source-routes.ts'

export const operatorBase = '/operator'

export function operatorService(deps: OperatorDeps): Service {
  return {
    id: 'operator',
    scopes: [],
    title: 'Operator API',
    about: 'What operators do through the API.',
    version: appVersion,
    description: 'For signed-in operators only. Everybody else gets 404.',
    tags: [
      { name: 'Members', description: 'List, add, import, remove, pause, resume and test members.' },
      { name: 'Sources', description: 'The sources and the plan of the day.' },
      { name: 'Runs', description: 'List runs, follow one to its end, start and retry them.' },
      { name: 'Alarms', description: 'List what is wrong now, and mute it.' },
      { name: 'Limits', description: 'Decide about requests for higher limits.' },
      { name: 'Discovery', description: 'Find the platforms and ids of members.' },
    ],
    // Strangers must not learn from a complaint about their input what is here.
    routes: [
      ...memberRoutes(deps),
      ...memberChangeRoutes(deps),
      ...proposalRoutes(deps),
      ...sourceRoutes(deps),
      ...runRoutes(deps),
      ...overviewRoutes(deps),
      ...alarmRoutes(deps),
      ...limitRequestRoutes(deps),
      discoverRoute(deps),
    ].map((route) => ({ ...route, checkCaller: deps.operators.check })),
    meta: Type.Object({}, { additionalProperties: true }),
    examples: [],
    counts: async () => ({}),
  }
}
