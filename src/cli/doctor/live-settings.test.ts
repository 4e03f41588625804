import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { loadConfig } from '../../core/config/load-config.ts'
import { examineLiveSettings } from './live-settings.ts'

const secret = 'a secret of at least thirty-two characters'

function examine(env: Record<string, string>, sources: Parameters<typeof examineLiveSettings>[1] = []) {
  const loaded = loadConfig({
    cwd: '/',
    env: { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: secret, ...env },
  })
  return examineLiveSettings(loaded, sources)
}

describe('doctor: settings of the live profile', () => {
  it('names everything that is missing, and what it costs', () => {
    const sources = [
      {
        id: 'veezi',
        service: 'cinema',
        members: [
          { tokenName: 'A', chain: 'aurora', off: 'needs A' },
          { tokenName: 'A', chain: 'borealis', off: 'needs A' },
          { tokenName: 'B', off: 'needs B' },
          { chain: 'aurora' },
        ],
      },
      { id: 'greenhouse', service: 'jobs', members: [] },
      { id: 'conveyor', service: 'trust', members: [{}] },
    ]
    const found = examine({}, sources).map(({ status, check, found, remedy = '' }) =>
      [status, check, found, remedy].join(' | '),
    )
    assert.deepEqual(found, [
      'ok | registry cinema | 1 members are read, 3 are off | ',
      'warn | registry jobs | registry/boards.tsv lists no members | Add some: until then jobs has no data.',
      'ok | registry trust | 1 members are read | ',
      'warn | token A | is not in CINEMA_TOKENS | It would add 2 theaters of aurora and borealis.',
      'warn | token B | is not in CINEMA_TOKENS | It would add 1 theater.',
      'warn | market origin | MARKET_ORIGIN is not set | 8 routes are refused by the provider until it is: symbol search, the news flow, the economic calendar, quotes and bars.',
      'warn | mail | SMTP_URL is not set | Nobody can sign in by e-mail until it is; "broadsheet keys create" still issues keys.',
      'warn | contact | OUTBOUND_CONTACT is not set | An upstream that objects to a request cannot reach you, and will block you instead.',
    ])
  })

  it('fails for a table of the operator that is not in effect', () => {
    const loaded = loadConfig({ cwd: '/', env: { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: secret } })
    const [finding] = examineLiveSettings(loaded, [], ['boards.tsv:3: name is missing'])
    assert.deepEqual([finding?.status, finding?.found], ['fail', 'boards.tsv:3: name is missing'])
  })

  it('passes what is set', () => {
    const findings = examine(
      {
        MARKET_ORIGIN: 'https://www.example.org',
        SMTP_URL: 'smtp://127.0.0.1',
        MAIL_FROM: 'broadsheet@example.org',
        OUTBOUND_CONTACT: 'https://example.org',
      },
      ['cinema', 'jobs', 'trust'].map((service) => ({
        id: service,
        service,
        members: [{ tokenName: 'A', token: 'secret' }],
      })),
    )
    assert.deepEqual(new Set(findings.map(({ status }) => status)), new Set(['ok']))
    assert.doesNotMatch(JSON.stringify(findings), /secret/)
  })
})
