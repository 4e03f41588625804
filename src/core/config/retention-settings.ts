/** Settings for how long data stays. docs/reference/data-life-cycle.md lists what bounds every table and folder. */

import { integer } from './setting.ts'

export const retentionSettings = {
  runDays: integer({
    env: 'RUN_DAYS',
    min: 1,
    max: 3650,
    default: 30,
    about: 'How many days sync runs stay listed. The newest 50 of each source always stay.',
  }),
  artifactsPerMember: integer({
    env: 'ARTIFACTS_PER_MEMBER',
    min: 1,
    max: 1000,
    default: 5,
    about:
      'How many saved upstream responses are stored per member of a source. The published one always stays.',
  }),
  closedJobDays: integer({
    env: 'CLOSED_JOB_DAYS',
    min: 31,
    max: 3650,
    default: 180,
    about: 'How many days closed job postings stay available.',
  }),
  jobChangeDays: integer({
    env: 'JOB_CHANGE_DAYS',
    min: 1,
    max: 3650,
    default: 30,
    about: 'How many days changes of job postings stay available.',
  }),
  trustChangeDays: integer({
    env: 'TRUST_CHANGE_DAYS',
    min: 1,
    max: 3650,
    default: 730,
    about: 'How many days changes of trust centers stay available.',
  }),
  cinemaChangeDays: integer({
    env: 'CINEMA_CHANGE_DAYS',
    min: 1,
    max: 3650,
    default: 14,
    about: 'How many days changes of movies, theaters and showtimes stay available.',
  }),
  noticeChangeDays: integer({
    env: 'NOTICE_CHANGE_DAYS',
    min: 1,
    max: 3650,
    default: 365,
    about: 'How many days changes of notices stay available.',
  }),
  changesMax: integer({
    env: 'CHANGES_MAX',
    min: 1000,
    max: 100_000_000,
    default: 1_000_000,
    about: 'How many changes of each service stay available, however young they are.',
  }),
  archiveDays: integer({
    env: 'ARCHIVE_DAYS',
    min: 31,
    max: 36_500,
    default: 1825,
    about:
      'With `ANALYTICS_URL`: how many days old changes and past showtimes stay in ClickHouse, after the database has let them go. They are dropped by month.',
  }),
  creditEntryDays: integer({
    env: 'CREDIT_ENTRY_DAYS',
    min: 100,
    max: 3650,
    default: 400,
    about:
      'How many days single charges and grants of credits stay listed. Older ones are added up per identity, so that balances stay the same.',
  }),
}
