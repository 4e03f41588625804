/** Settings of sign-in, limits, credits and keys. */

import { isEmailAddress } from '../text/is-email-address.ts'
import { boolean, integer, list, secret, text, url } from './setting.ts'

export const identitySections = {
  mail: {
    smtpUrl: secret(
      url({
        env: 'SMTP_URL',
        schemes: ['smtp', 'smtps'],
        mayHoldPassword: true,
        default: undefined,
        example: 'smtp://user:password@mail.example.org:587',
        about:
          'The mail server that sends sign-in codes. The sandbox has its own mailbox and does not need one.',
      }),
    ),
    requireTls: boolean({
      env: 'SMTP_REQUIRE_TLS',
      default: true,
      about:
        'Whether mail is sent only over TLS (`smtps`, or STARTTLS). A mail server on this machine never needs it.',
    }),
    from: text({
      env: 'MAIL_FROM',
      default: undefined,
      example: 'broadsheet@example.org',
      pattern: /^[^\s@<>]+@[^\s@<>]+$/,
      expects: 'an e-mail address',
      about: 'The sender address of the mail.',
    }),
  },
  operators: {
    emails: list({
      env: 'OPERATOR_EMAILS',
      itemsMax: 50,
      default: [],
      example: 'operator@example.org',
      expects: 'e-mail addresses, separated by commas',
      isItem: isEmailAddress,
      about:
        'Who may use the routes below `/operator`, after signing in with one of these e-mail addresses. Without it there are no such routes.',
    }),
  },
  limits: {
    anonymousPerSecond: integer({
      env: 'LIMIT_ANONYMOUS_PER_SECOND',
      min: 1,
      max: 1_000_000,
      default: 40,
      about: 'Requests per second for a client address without an API key.',
    }),
    anonymousPerMinute: integer({
      env: 'LIMIT_ANONYMOUS_PER_MINUTE',
      min: 1,
      max: 60_000_000,
      default: 1200,
      about: 'Requests per minute for a client address without an API key.',
    }),
    keyPerSecond: integer({
      env: 'LIMIT_KEY_PER_SECOND',
      min: 1,
      max: 1_000_000,
      default: 2000,
      about: 'Requests per second for an identity, across all its API keys.',
    }),
    keyPerMinute: integer({
      env: 'LIMIT_KEY_PER_MINUTE',
      min: 1,
      max: 60_000_000,
      default: 30_000,
      about: 'Requests per minute for an identity, across all its API keys.',
    }),
    livePerSecond: integer({
      env: 'LIMIT_LIVE_PER_SECOND',
      min: 1,
      max: 100_000,
      default: 10,
      about: 'Live requests (`source_mode=live`) per second, for each identity or client address.',
    }),
    anonymousStreams: integer({
      env: 'LIMIT_ANONYMOUS_STREAMS',
      min: 0,
      max: 100_000,
      default: 10,
      about: 'Streams that a client address without an API key may have open at once, per worker.',
    }),
    keyStreams: integer({
      env: 'LIMIT_KEY_STREAMS',
      min: 0,
      max: 100_000,
      default: 100,
      about: 'Streams that an identity may have open at once, across all its API keys, per worker.',
    }),
  },
  credits: {
    anonymousPerDay: integer({
      env: 'CREDITS_ANONYMOUS_PER_DAY',
      min: 0,
      max: 1_000_000_000,
      default: 50,
      about: 'Credits per day (UTC) for a client address without an API key.',
    }),
    perMonth: integer({
      env: 'CREDITS_PER_MONTH',
      min: 0,
      max: 1_000_000_000,
      default: 1000,
      about: 'Credits per month (UTC) for an identity.',
    }),
  },
  keys: {
    days: integer({
      env: 'KEY_DAYS',
      min: 1,
      max: 3650,
      default: undefined,
      example: '365',
      about:
        'The number of days after which a new API key expires. Without it, keys are valid until they are revoked.',
    }),
  },
} as const
