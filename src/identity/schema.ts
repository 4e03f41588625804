/** Request and response schemas of the account routes. */

import { Type } from 'typebox'
import { scopes } from '../core/scopes.ts'
import { instant, nullable, oneOf, withDefault } from '../http/openapi/fields.ts'

/** One line of text without control characters and without marks that change the reading direction. */
const oneLine = '^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]*$'

const Email = Type.String({
  format: 'email',
  maxLength: 254,
  description: 'Plain ASCII, case-insensitive.',
  examples: ['name@example.org'],
})

const Label = Type.String({
  maxLength: 80,
  pattern: oneLine,
  'x-words': 'one line of text without control characters',
  description: 'A display name. Plain text; markup is not interpreted.',
  examples: ['nightly import'],
})

export const OtpRequest = Type.Object(
  { email: Email },
  { $id: 'OtpRequest', examples: [{ email: 'name@example.org' }] },
)

export const OtpAnswer = Type.Object(
  {
    sent: Type.Boolean({ description: 'Always true, whether or not the address is registered.' }),
    expires_in_seconds: Type.Integer(),
  },
  { $id: 'OtpAnswer' },
)

export const VerifyRequest = Type.Object(
  {
    email: Email,
    code: Type.String({ pattern: '^[0-9]{6}$', examples: ['042137'] }),
    create_key: withDefault(Type.Boolean({ description: 'Whether to create an API key as well.' }), true),
    label: Type.Optional(Label),
  },
  { $id: 'VerifyRequest', examples: [{ email: 'name@example.org', code: '042137' }] },
)

const keyFields = {
  id: Type.String(),
  label: nullable(Type.String()),
  prefix: Type.String({ description: 'The first characters of the secret.' }),
  last_four: Type.String({ description: 'The last four characters of the secret.' }),
  scopes: Type.Array(oneOf(scopes), { description: 'What the key may do.' }),
  allowed_addresses: Type.Array(Type.String(), {
    description: 'Addresses and networks that the key may be used from. Empty: any.',
  }),
  status: oneOf(['active', 'expired', 'revoked']),
  created_at: instant(),
  last_used_at: nullable(instant({ description: 'May lag by one second.' })),
  expires_at: nullable(instant({ description: 'Null when the key is valid until revoked.' })),
  revoked_at: nullable(instant()),
}

export const ApiKey = Type.Object(keyFields, { $id: 'ApiKey' })

export const KeyRequest = Type.Object(
  {
    at: instant(),
    method: Type.String(),
    target: Type.String({ description: 'Path and query; `…` stands for what was left out.' }),
    status: Type.Integer(),
    duration_ms: Type.Integer(),
    address: Type.String({ description: 'Where the request came from.' }),
    request_id: Type.String(),
  },
  { $id: 'KeyRequest' },
)

export const NewApiKey = Type.Object(
  { ...keyFields, secret: Type.String({ description: 'The API key. Returned only once.' }) },
  { $id: 'NewApiKey' },
)

export const VerifyAnswer = Type.Object(
  {
    email: Type.String(),
    token: Type.String({
      description: 'The management token, for `Authorization: Bearer`. Returned only once.',
    }),
    token_type: Type.Literal('Bearer'),
    token_expires_at: instant(),
    key: nullable(NewApiKey),
    key_omitted: nullable(
      Type.String({
        description: 'Why no key was created although `create_key` is true: `key_limit_reached`.',
      }),
    ),
  },
  { $id: 'VerifyAnswer' },
)

export const SignOutAnswer = Type.Object(
  { tokens_revoked: Type.Integer({ description: 'Management tokens that were still valid.' }) },
  { $id: 'SignOutAnswer' },
)

const keyRestrictions = {
  scopes: Type.Optional(
    Type.Array(oneOf(scopes), {
      minItems: 1,
      maxItems: scopes.length,
      description:
        '`read`: lists, resources and prices. `snapshot`: what costs credits, snapshots of availability and exports. `changes`: changes and streams of them. `operate`: analytics, runs of sources, and requests for higher limits. Default: all.',
      examples: [['read', 'changes']],
    }),
  ),
  allowed_addresses: Type.Optional(
    Type.Array(Type.String({ maxLength: 43 }), {
      maxItems: 20,
      description: 'IP addresses and networks that the key may be used from. Empty: any.',
      examples: [['198.51.100.7', '2001:db8::/32']],
    }),
  ),
}

export const KeyCreateRequest = Type.Object(
  {
    label: Type.Optional(Label),
    ...keyRestrictions,
    expires_in_days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 3650,
        description: 'Default: valid until revoked, or as long as the server allows.',
      }),
    ),
  },
  { $id: 'KeyCreateRequest' },
)
export const KeyUpdateRequest = Type.Object(
  { label: Type.Optional(Label), ...keyRestrictions },
  { $id: 'KeyUpdateRequest', minProperties: 1 },
)

export const LimitRequestBody = Type.Object(
  {
    requests_per_second: Type.Integer({ minimum: 1, maximum: 100_000, examples: [5000] }),
    requests_per_minute: Type.Integer({ minimum: 1, maximum: 6_000_000, examples: [100_000] }),
    reason: Type.String({
      minLength: 10,
      maxLength: 1000,
      pattern: '^[^\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]*$',
      'x-words': 'one line of text without control characters',
      description: 'What the requests are for. An operator reads it.',
      examples: ['We mirror the screeners for our classroom of 200 students.'],
    }),
  },
  { $id: 'LimitRequestBody' },
)

export const LimitRequest = Type.Object(
  {
    id: Type.String(),
    status: oneOf(['pending', 'approved', 'rejected']),
    requests_per_second: Type.Integer(),
    requests_per_minute: Type.Integer(),
    reason: Type.String(),
    created_at: instant(),
    decided_at: nullable(instant()),
    decision_note: nullable(Type.String()),
  },
  { $id: 'LimitRequest' },
)

export const CreditBalance = Type.Object({
  period: Type.String({ description: 'The day for an anonymous caller, the month for an identity.' }),
  starts_at: instant(),
  renews_at: instant(),
  allowance: Type.Integer(),
  used: Type.Integer({ description: 'Credits used of the allowance.' }),
  granted: Type.Integer({ description: 'Credits granted by the operator in total. Grants do not expire.' }),
  used_of_grants: Type.Integer(),
  available: Type.Integer(),
})

export const Usage = Type.Object(
  {
    identity: Type.Object({
      kind: oneOf(['anonymous', 'identity']),
      credential: oneOf(['none', 'key', 'token']),
      email: nullable(Type.String()),
    }),
    credits: CreditBalance,
    limits: Type.Object({ requests_per_second: Type.Integer(), requests_per_minute: Type.Integer() }),
    calls: Type.Object({
      since: instant(),
      total: nullable(Type.Integer({ description: 'Null for anonymous callers, who are counted together.' })),
      by_route: Type.Array(
        Type.Object({
          route: Type.String(),
          usecase: Type.String(),
          calls: Type.Integer(),
          blocked_estimate: Type.Integer(),
          last_seen_at: nullable(instant()),
        }),
        { description: 'Empty for anonymous callers.' },
      ),
    }),
  },
  { $id: 'Usage' },
)

export const UsagePoint = Type.Object(
  {
    at: instant({ description: 'The start of the hour or day, in UTC.' }),
    calls: Type.Integer(),
    blocked: Type.Integer({ description: 'Requests that were refused by the rate limits.' }),
  },
  { $id: 'UsagePoint' },
)
