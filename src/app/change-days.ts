/** How many days the changes of each service stay in the database. */

import type { Config } from '../core/config/load-config.ts'
import type { LoggedService } from '../core/logged-services.ts'

export type ChangeDays = Readonly<Record<LoggedService, number>>

export function toChangeDays(retention: Config['retention']): ChangeDays {
  const { cinemaChangeDays, jobChangeDays, noticeChangeDays, trustChangeDays } = retention
  return {
    cinema: cinemaChangeDays,
    jobs: jobChangeDays,
    notices: noticeChangeDays,
    trust: trustChangeDays,
  }
}
