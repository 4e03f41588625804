/** Settings of the messages to operators: alarms and the daily digest. */

import { isWebhookSecret, webhookSecretExpectation } from '../webhooks/webhook-signature.ts'
import { isTimeZone } from '../zoned-time.ts'
import { integer, type ParseResult, type Setting, secret, text, url } from './setting.ts'

const timeOfDay = '([01]\\d|2[0-3]):[0-5]\\d'

export const alarmSections = {
  alarms: {
    webhookUrl: url({
      env: 'ALARM_WEBHOOK_URL',
      schemes: ['https', 'http'],
      default: undefined,
      example: 'https://pager.example.org/broadsheet',
      about:
        'Where alarms and the daily digest are sent as JSON, for machines, beside the mail to `OPERATOR_EMAILS`. Needs `ALARM_WEBHOOK_SECRET`.',
    }),
    webhookSecret: secret(
      checked(
        text({
          env: 'ALARM_WEBHOOK_SECRET',
          default: undefined,
          expects: webhookSecretExpectation,
          about:
            'Signs what is sent to `ALARM_WEBHOOK_URL` (Standard Webhooks): `whsec_` and the result of `openssl rand -base64 32`.',
        }),
        isWebhookSecret,
      ),
    ),
    quietHours: text({
      env: 'ALARM_QUIET_HOURS',
      default: undefined,
      example: '22:00-07:00',
      pattern: new RegExp(`^${timeOfDay}-${timeOfDay}$`),
      expects: 'two times of the day such as 22:00-07:00',
      about: 'When no mail about alarms is sent; it waits for the end. Webhooks do not wait.',
    }),
    digestAt: text({
      env: 'ALARM_DIGEST_AT',
      default: '07:00',
      pattern: new RegExp(`^(${timeOfDay}|never)$`),
      expects: 'a time of the day such as 07:00, or never',
      about: 'When the daily digest is sent.',
    }),
    timeZone: checked(
      text({
        env: 'ALARM_TIME_ZONE',
        default: 'UTC',
        expects: 'a time zone such as Europe/London',
        about: 'The time zone of `ALARM_QUIET_HOURS`, `ALARM_DIGEST_AT` and of the times in mail.',
      }),
      isTimeZone,
    ),
    backupDays: integer({
      env: 'ALARM_BACKUP_DAYS',
      min: 0,
      max: 3650,
      default: 8,
      about:
        'How many days old the last backup by `broadsheet backup` may be before there is an alarm. 0 if something else makes your backups.',
    }),
  },
} as const

/** The same setting, whose value must also pass the check. */
function checked<Value>(
  setting: Setting<Value, false>,
  isValid: (value: string) => boolean,
): Setting<Value, false> {
  return {
    ...setting,
    parse(raw, cwd): ParseResult<Value> {
      const result = setting.parse(raw, cwd)
      if ('value' in result && !isValid(String(result.value))) return { problem: 'is not valid' }
      return result
    },
  }
}
