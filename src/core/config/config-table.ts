/** The table of all settings, from which the parser, `--help`, `.env.example` and the reference page are derived. */

import { alarmSections } from './alarm-settings.ts'
import { exportSections } from './export-settings.ts'
import { identitySections } from './identity-settings.ts'
import { retentionSettings } from './retention-settings.ts'
import { serverSections } from './server-settings.ts'
import { boolean, duration, integer, oneOf, type Setting, secret, text } from './setting.ts'
import { sourceSections } from './source-settings.ts'
import { storageSections } from './storage-settings.ts'

/** Public, because it is in this file: the live profile rejects it. */
export const sandboxSecret = 'sandbox-secret-known-to-everyone-do-not-use'

export const configTable = {
  run: {
    profile: oneOf({
      env: 'BROADSHEET_PROFILE',
      flag: '--profile',
      choices: ['sandbox', 'live'],
      default: 'sandbox',
      about:
        'Where data comes from: `sandbox` uses built-in simulated sources, `live` the real upstream hosts.',
    }),
  },
  ...serverSections,
  ...storageSections,
  security: {
    secret: secret(
      text({
        env: 'BROADSHEET_SECRET',
        default: sandboxSecret,
        about:
          'The secret that signs cursors and protects the hashes of codes and tokens. The live profile requires one of at least 32 characters (`openssl rand -hex 32`).',
      }),
    ),
  },
  sync: {
    enabled: boolean({
      env: 'SYNC_ENABLED',
      default: true,
      about: 'Whether `serve` also runs the sources that are due.',
    }),
    atOnce: integer({
      env: 'SYNC_AT_ONCE',
      min: 1,
      max: 64,
      default: 4,
      about:
        'The maximum number of members of a source to fetch concurrently. A source may set a lower limit.',
    }),
    memberTimeoutMs: duration({
      env: 'SYNC_MEMBER_TIMEOUT_MS',
      minMs: 1000,
      maxMs: 7_200_000,
      default: 120_000,
      about: 'The time limit for fetching one member of a source.',
    }),
  },
  retention: retentionSettings,
  ...sourceSections,
  ...identitySections,
  ...alarmSections,
  ...exportSections,
  log: {
    level: oneOf({
      env: 'LOG_LEVEL',
      choices: ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'],
      default: 'info',
      about: 'The minimum level of log entries. `debug` also prints stack traces on the command line.',
    }),
    format: oneOf({
      env: 'LOG_FORMAT',
      choices: ['auto', 'json', 'pretty'],
      default: 'auto',
      about:
        '`json` writes one JSON object per line, `pretty` short lines for people. `auto` is `pretty` on a terminal and `json` elsewhere.',
    }),
    requests: oneOf({
      env: 'LOG_REQUESTS',
      choices: ['all', 'errors', 'none'],
      default: 'errors',
      about: 'Which requests to log.',
    }),
  },
} as const satisfies Record<string, Record<string, Setting>>

export type ConfigTable = typeof configTable

/** `section.key` of every setting. */
export type SettingName = {
  [Section in keyof ConfigTable]: `${Section}.${keyof ConfigTable[Section] & string}`
}[keyof ConfigTable]

/** The table as a flat list, in the same order. */
export const settings: readonly { readonly name: SettingName; readonly setting: Setting }[] = Object.entries(
  configTable,
).flatMap(([section, keys]) =>
  Object.entries(keys).map(([key, setting]) => ({ name: `${section}.${key}` as SettingName, setting })),
)
