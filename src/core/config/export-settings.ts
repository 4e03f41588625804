/** Settings of exports. */

import { duration, integer, text } from './setting.ts'

export const exportSections = {
  exports: {
    credits: integer({
      env: 'EXPORT_CREDITS',
      min: 0,
      max: 1_000_000,
      default: 5,
      about: 'Credits that the export of a list costs.',
    }),
    rowsMax: integer({
      env: 'EXPORT_ROWS_MAX',
      min: 1,
      max: 100_000_000,
      default: 2_000_000,
      about: 'The maximum number of rows of an exported list. More are refused with 422 `export_too_large`.',
    }),
    bytesMax: integer({
      env: 'EXPORT_BYTES_MAX',
      min: 1024,
      max: 1_099_511_627_776,
      default: 268_435_456,
      about:
        'The maximum size of an exported file in bytes. At most eight exports per worker are on the disk at once.',
    }),
    timeoutMs: duration({
      env: 'EXPORT_TIMEOUT_MS',
      minMs: 1000,
      maxMs: 180_000,
      default: 120_000,
      about:
        'The time limit for writing an export. It may wait for others for 90 seconds before. While one is written, the log of SQLite cannot be emptied.',
    }),
    dumpsKept: integer({
      env: 'DUMPS_KEPT',
      min: 0,
      max: 366,
      default: 7,
      about:
        'How many nightly dumps of each service stay. 0 turns them off. Only the live profile writes them.',
    }),
    dumpHour: integer({
      env: 'DUMP_HOUR',
      min: 0,
      max: 23,
      default: 3,
      about: 'The hour (UTC) from which the dumps of a day are written.',
    }),
    license: text({
      env: 'EXPORT_LICENSE',
      default: undefined,
      example: 'CC-BY-4.0',
      pattern: /^[A-Za-z0-9.+-]{1,60}$/,
      expects: 'the identifier of a licence',
      about: 'The licence that manifests of dumps state. Without it, they state none.',
    }),
  },
} as const
