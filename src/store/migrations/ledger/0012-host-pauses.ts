/** The pauses that hosts ask for. They last for hours, in which threads and processes end and others start. */

import { creates } from '../create-tables.ts'

export const up = creates({
  host_pause: {
    key: ['host', 'endpoints'],
    byKeyOnly: true,
    columns: { host: 'text', endpoints: 'text', ends_at: 'integer' },
  },
})
