/** The notices service: the smallest complete service, and the one to read first. */

import { type Clock, systemClock } from '../../core/clock.ts'
import { changeRoutes } from '../../http/changes/change-routes.ts'
import { anyChangeSource } from '../../http/changes/change-source.ts'
import { Meta } from '../../http/openapi/meta.ts'
import type { Service } from '../../http/service.ts'
import type { Database } from '../../store/store.ts'
import type { ReadModelTables } from '../../store/tables.ts'
import { countNotices, readNotices } from './queries/notices.ts'
import { latestNotices } from './routes/front-page-news.ts'
import { noticeChanges } from './routes/notice-changes.ts'
import { noticePageRoutes } from './routes/notice-pages.ts'
import { noticeRoutes } from './routes/notices.ts'

export function noticesService(db: Database<ReadModelTables>, clock: Clock = systemClock): Service {
  const changes = noticeChanges(db)
  return {
    id: 'notices',
    scopes: ['notices'],
    desk: {},
    title: 'Public notices',
    about: 'Public notices of towns: planning, roads, licences, elections and more.',
    version: '0.1.0',
    description: 'Public notices as towns publish them. The smallest service of Broadsheet.',
    tags: [
      { name: 'Notices', description: 'Notices that towns have published.' },
      { name: 'Support', description: 'Health, index and this document.' },
    ],
    routes: [...noticeRoutes(db), ...noticePageRoutes(db), ...changeRoutes(changes, { db, clock })],
    changes: anyChangeSource(changes),
    meta: Meta,
    examples: [
      { path: '/v1/notices?limit=3', shows: 'the newest notices' },
      { path: '/v1/notices?category=planning&limit=5', shows: 'planning notices of all towns' },
    ],
    pages: [{ path: '/notices', title: 'all notices' }],
    frontPage: (request) => latestNotices(db, request),
    readIds: async () => {
      const [notice] = await readNotices(db, {}, undefined, 1)
      return notice === undefined ? {} : { notice_id: notice.id }
    },
    counts: async () => ({ notices: await countNotices(db) }),
  }
}
