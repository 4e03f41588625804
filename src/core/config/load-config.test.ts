import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { format, inspect } from 'node:util'
import { ConfigurationError } from '../errors.ts'
import { sandboxSecret, settings } from './config-table.ts'
import { type ConfigSources, examineConfig, loadConfig, Secret } from './load-config.ts'
import type { Setting } from './setting.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'broadsheet-config-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

function load(sources: ConfigSources = {}) {
  return loadConfig({ env: {}, cwd, ...sources })
}

function problemsOf(sources: ConfigSources): readonly string[] {
  try {
    load(sources)
  } catch (thrown) {
    if (thrown instanceof ConfigurationError) return thrown.problems
    throw thrown
  }
  assert.fail('no problem was reported')
}

function put(name: string, content: string): void {
  writeFileSync(join(cwd, name), content)
}

describe('config: where values come from', () => {
  it('has a default for every required setting', () => {
    const { config, secrets, warnings } = load()
    assert.equal(config.server.port, 8000)
    assert.equal(config.run.profile, 'sandbox')
    assert.equal(config.store.dataDir, join(cwd, 'data'))
    assert.equal(config.server.publicUrl, undefined)
    assert.equal(secrets.store.databaseUrl, undefined)
    assert.equal(secrets.security.secret.reveal(), sandboxSecret)
    assert.deepEqual(warnings, [])
  })

  const layers = [
    { origin: /^broadsheet.config.yaml, line 2$/, value: 8001 },
    { origin: /^PORT in \.env$/, value: 8002 },
    { origin: /^environment variable PORT$/, value: 8003 },
    { origin: /^flag --port$/, value: 8004 },
  ]
  for (const [depth, layer] of layers.entries()) {
    it(`lets ${layer.origin.source} win over everything below it`, () => {
      put('broadsheet.config.yaml', 'server:\n  port: 8001\n')
      if (depth >= 1) put('.env', 'PORT=8002\n')
      const { config, explained } = load({
        env: depth >= 2 ? { PORT: '8003' } : {},
        flags: depth >= 3 ? { 'server.port': '8004' } : {},
      })
      assert.equal(config.server.port, layer.value)
      assert.match(explained.find(({ name }) => name === 'server.port')?.origin ?? '', layer.origin)
    })
  }

  it('treats an empty variable as unset', () => {
    put('.env', 'PORT=\nHOST=::1\n')
    const { config } = load({ env: { PORT: '', HOST: '' } })
    assert.deepEqual([config.server.port, config.server.host], [8000, '::1'])
  })

  it('reads the file named by --config instead of the default one', () => {
    put('broadsheet.config.yaml', 'server:\n  port: 8001\n')
    put('other.yaml', 'server:\n  port: 8005\n')
    assert.equal(load({ file: 'other.yaml' }).config.server.port, 8005)
  })

  it('reports a missing --config file, but not a missing default file', () => {
    assert.deepEqual(problemsOf({ file: 'nowhere.yaml' }), [
      'nowhere.yaml: cannot be read: there is no such file',
    ])
  })

  it('reports a folder in place of a file', () => {
    assert.deepEqual(problemsOf({ file: '.' }), ['.: cannot be read: it is a folder, not a file'])
  })

  it('returns frozen objects', () => {
    const { config, secrets } = load()
    for (const value of [config, secrets, ...Object.values(config), ...Object.values(secrets)]) {
      assert.ok(Object.isFrozen(value))
    }
    assert.ok(Object.isFrozen(load({ env: { TRUSTED_PROXIES: '::1' } }).config.server.trustedProxies))
  })

  it('names every setting and variable once', () => {
    const names = settings.map(({ name }) => name)
    const variables = settings.map(({ setting }) => setting.env)
    assert.equal(new Set(names).size, names.length)
    assert.equal(new Set(variables).size, variables.length)
  })

  it('accepts its own defaults and examples as input', () => {
    for (const { name, setting } of settings) {
      const written = setting.example ?? (setting.default === undefined ? undefined : String(setting.default))
      if (written === undefined) continue
      assert.ok('value' in setting.parse(written, cwd), `${name}: ${written}`)
    }
  })
})

describe('config: a single value', () => {
  const valid: [string, string, string, unknown][] = [
    ['PORT', '0', 'server.port', 0],
    ['PORT', ' 65535 ', 'server.port', 65535],
    ['REQUEST_TIMEOUT_MS', '1500', 'server.requestTimeoutMs', 1500],
    ['REQUEST_TIMEOUT_MS', '500ms', 'server.requestTimeoutMs', 500],
    ['REQUEST_TIMEOUT_MS', '30s', 'server.requestTimeoutMs', 30_000],
    ['REQUEST_TIMEOUT_MS', '2m', 'server.requestTimeoutMs', 120_000],
    ['SYNC_MEMBER_TIMEOUT_MS', '1h', 'sync.memberTimeoutMs', 3_600_000],
    ['SYNC_ENABLED', 'false', 'sync.enabled', false],
    ['LOG_LEVEL', 'trace', 'log.level', 'trace'],
    [
      'TRUSTED_PROXIES',
      '10.0.0.0/8, ::1,fd00::/8',
      'server.trustedProxies',
      ['10.0.0.0/8', '::1', 'fd00::/8'],
    ],
    ['PUBLIC_URL', 'https://a.example/base/', 'server.publicUrl', 'https://a.example/base'],
    ['SANDBOX_FAULTS', 'a b=1, 2; c', 'sandbox.faults', ['a b=1, 2', 'c']],
  ]
  for (const [variable, written, name, value] of valid) {
    it(`accepts ${variable}=${written}`, () => {
      const [section = '', key = ''] = name.split('.')
      const config = load({ env: { [variable]: written } }).config as Record<string, Record<string, unknown>>
      assert.deepEqual(config[section]?.[key], value)
    })
  }

  const invalid: [string, string, RegExp][] = [
    [
      'PORT',
      '80a',
      /^server\.port: "80a" from environment variable PORT is not a whole number .* from 0 to 65535$/,
    ],
    ['PORT', '1e3', /not a whole number/],
    ['PORT', '0x50', /not a whole number/],
    ['PORT', '+80', /not a whole number/],
    ['PORT', '80.0', /not a whole number/],
    ['PORT', '-1', /is too small/],
    ['PORT', '65536', /is too large/],
    ['PORT', '99999999999999999999', /not a whole number/],
    ['WORKERS', '0', /is too small/],
    ['SYNC_ENABLED', 'yes', /neither true nor false/],
    ['SYNC_ENABLED', '1', /neither true nor false/],
    ['BROADSHEET_PROFILE', 'Live', /must be sandbox or live$/],
    ['REQUEST_TIMEOUT_MS', '30', /is too small; it must be milliseconds or a duration .* from 100ms to 10m$/],
    ['REQUEST_TIMEOUT_MS', '30 s', /not a duration/],
    ['REQUEST_TIMEOUT_MS', '1.5s', /not a duration/],
    ['REQUEST_TIMEOUT_MS', '2d', /not a duration/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /has the invalid entry "10\.0\.0\.0\/33"/],
    ['TRUSTED_PROXIES', '10.0.0.256', /has the invalid entry/],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8', /has the invalid entry/],
    ['TRUSTED_PROXIES', '10.0.0.0/', /has the invalid entry/],
    ['TRUSTED_PROXIES', '::1/129', /has the invalid entry/],
    ['TRUSTED_PROXIES', '1:2:3', /has the invalid entry/],
    ['TRUSTED_PROXIES', 'fe80::1%eth0', /has the invalid entry/],
    ['TRUSTED_PROXIES', 'localhost', /has the invalid entry "localhost"/],
    ['PUBLIC_URL', 'data.example.org', /not an absolute URL/],
    ['PUBLIC_URL', 'ftp://data.example.org', /wrong scheme/],
    ['PUBLIC_URL', 'https://data.example.org/?a=1', /must not contain a query/],
    ['DATABASE_URL', 'mysql://127.0.0.1/x', /^store\.databaseUrl: the value from .* wrong scheme/],
    ['HOST', ' ', /is empty/],
    ['HOST', 'a b', /must be a host name or an IP address$/],
    ['DATA_DIR', 'a\0b', /NUL/],
    ['OPERATOR_EMAILS', 'root@localhost', /must be e-mail addresses/],
    ['MAIL_FROM', 'nobody', /must be an e-mail address$/],
    ['S3_REGION', 'x'.repeat(600), /longer than 500 characters/],
  ]
  for (const [variable, written, problem] of invalid) {
    it(`rejects ${variable}=${inspect(written.slice(0, 30))}`, () => {
      const [first, ...others] = problemsOf({ env: { [variable]: written } })
      assert.match(first ?? '', problem)
      assert.deepEqual(others, [])
    })
  }
})

describe('config: the file', () => {
  it('reads numbers as they are written', () => {
    put('broadsheet.config.yaml', 'server:\n  port: 1e3\n  workers: 2\n')
    assert.match(
      problemsOf({})[0] ?? '',
      /^server\.port: "1e3" from broadsheet\.config\.yaml, line 2 is not a whole number/,
    )
  })

  it('accepts lists, quoted values, anchors and empty sections', () => {
    put(
      'broadsheet.config.yaml',
      'server:\n  trustedProxies: ["10.0.0.1", ::1]\n  host: &all "0.0.0.0"\n  port:\nlog:\nartifacts:\n  region: "1"\n',
    )
    const { config } = load()
    assert.deepEqual(config.server.trustedProxies, ['10.0.0.1', '::1'])
    assert.deepEqual(
      [config.server.host, config.server.port, config.artifacts.region],
      ['0.0.0.0', 8000, '1'],
    )
  })

  const invalid: [string, string, RegExp][] = [
    [
      'an unknown key',
      'server:\n  prot: 1\n',
      /^broadsheet\.config\.yaml, line 2: unknown key "server\.prot"; did you mean "server\.port"\?$/,
    ],
    [
      'an unknown section',
      'sever:\n  port: 1\n',
      /line 1: unknown section "sever"; did you mean "server"\?$/,
    ],
    [
      'a section unlike any other',
      'zzzzzzzzz:\n  port: 1\n',
      /unknown section "zzzzzzzzz"; the sections are run, server,/,
    ],
    ['a key at the top', 'port: 1\n', /unknown section "port"/],
    ['a value in place of a section', 'server: 8000\n', /section "server" must contain keys/],
    [
      'a list in place of a value',
      'server:\n  port: [1, 2]\n',
      /server\.port: the list .* is a list, not a single value/,
    ],
    ['a map in place of a value', 'server:\n  port:\n    a: 1\n', /server\.port must be a single value/],
    ['a list at the top', '- a\n', /must contain sections with keys/],
    [
      'a broken file',
      'server:\n\tport: "1\n',
      /^broadsheet\.config\.yaml, line \d: is not valid YAML \([A-Z_]+\)$/,
    ],
    ['a duplicate key', 'server:\n  port: 1\n  port: 2\n', /is not valid YAML \(DUPLICATE_KEY\)/],
    ['__proto__', '__proto__:\n  port: 1\n', /unknown section/],
  ]
  for (const [what, content, problem] of invalid) {
    it(`reports ${what}`, () => {
      put('broadsheet.config.yaml', content)
      assert.match(problemsOf({})[0] ?? '', problem)
    })
  }

  it('accepts an empty file', () => {
    put('broadsheet.config.yaml', '# nothing yet\n')
    assert.equal(load().config.server.port, 8000)
  })
})

describe('config: rules between values', () => {
  const longSecret = 'a'.repeat(32)
  const invalid: [string, Record<string, string>, RegExp][] = [
    [
      'live with the built-in secret',
      { BROADSHEET_PROFILE: 'live' },
      /^security\.secret: the live profile does not accept the built-in/,
    ],
    [
      'live with the built-in secret written out',
      { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: sandboxSecret },
      /built-in/,
    ],
    [
      'live with a short secret',
      { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: 'a'.repeat(31) },
      /shorter than 32 characters/,
    ],
    [
      'half of an S3 storage',
      { S3_URL: 'http://127.0.0.1:1', S3_BUCKET: 'abc' },
      /^artifacts\.accessKey, artifacts\.secretKey: missing/,
    ],
    [
      'a database behind no pooler',
      { DATABASE_DIRECT_URL: 'postgres://u@127.0.0.1/x' },
      /^store\.databaseUrl: missing/,
    ],
    [
      'a replica of no database',
      { DATABASE_REPLICA_URL: 'postgres://u@127.0.0.1/x' },
      /^store\.databaseUrl: missing/,
    ],
    ['mail without a sender', { SMTP_URL: 'smtp://127.0.0.1' }, /^mail\.from: missing/],
    [
      'faults in the live profile',
      { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: longSecret, SANDBOX_FAULTS: 'x' },
      /only in the sandbox profile/,
    ],
    ['one port for server and sandbox', { SANDBOX_PORT: '8000' }, /8000 is also server\.port/],
  ]
  for (const [what, env, problem] of invalid) {
    it(`rejects ${what}`, () => {
      const problems = problemsOf({ env })
      assert.equal(problems.length, 1)
      assert.match(problems[0] ?? '', problem)
    })
  }

  it('accepts the live profile with its own secret, and warns about a missing contact', () => {
    const { warnings } = load({ env: { BROADSHEET_PROFILE: 'live', BROADSHEET_SECRET: longSecret } })
    assert.equal(warnings.length, 1)
    assert.match(warnings[0] ?? '', /OUTBOUND_CONTACT/)
  })

  it('warns when a sandbox with the built-in secret is reachable from the network', () => {
    assert.match(load({ env: { HOST: '0.0.0.0' } }).warnings[0] ?? '', /BROADSHEET_SECRET/)
  })

  it('warns about a misspelled variable', () => {
    put('.env', 'BROADSHEET_SECRT=x\n')
    assert.deepEqual(load({ env: { BROADSHEET_PROFIL: 'live', BROADSHEET_OF_SOMEONE_ELSE: '1' } }).warnings, [
      'BROADSHEET_PROFIL in the environment is not a setting; did you mean BROADSHEET_PROFILE?',
      'BROADSHEET_SECRT in .env is not a setting; did you mean BROADSHEET_SECRET?',
    ])
  })

  it('reports problems in every layer, including overridden ones', () => {
    put(
      'broadsheet.config.yaml',
      'server:\n  port: abc\n  host: ::1\nstore:\n  databaseUrl: mysql://a:hidden@b/c\n',
    )
    put('.env', 'PORT=99999\n')
    const problems = problemsOf({
      env: { PORT: '1e3', DATABASE_URL: 'postgres://b/c' },
      flags: { 'server.port': '8004' },
    })
    assert.deepEqual(
      problems.map((problem) => problem.split(' from ')[0]),
      ['server.port: "1e3"', 'server.port: "99999"', 'server.port: "abc"', 'store.databaseUrl: the value'],
    )
    assert.ok(!problems.join().includes('hidden'))
    assert.match(problems[2] ?? '', /from broadsheet\.config\.yaml, line 2 is not a whole number/)
  })

  it('reports all problems together, and applies rules only to valid values', () => {
    put('broadsheet.config.yaml', 'server:\n  prot: 1\n  workers: none\n')
    const problems = problemsOf({
      env: { BROADSHEET_PROFILE: 'live', PORT: '80a', BROADSHEET_SECRET: 'a\u0007b' },
      flags: { 'store.dataDir': '\0' },
    })
    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      ['broadsheet.config.yaml, line 2', 'server.port', 'server.workers', 'store.dataDir', 'security.secret'],
    )
  })
})

describe('config: examination', () => {
  it('returns values and origins even when some are invalid', () => {
    const { explained, problems } = examineConfig({ env: { PORT: '80a', HOST: '::1' }, cwd })
    assert.equal(problems.length, 1)
    assert.equal(explained.length, settings.length)
    assert.deepEqual(
      explained.filter(({ origin }) => origin !== 'default'),
      [
        { name: 'server.host', value: '::1', origin: 'environment variable HOST' },
        { name: 'server.port', value: '80a', origin: 'environment variable PORT' },
      ],
    )
  })
})

describe('config: secrets', () => {
  const canary = 'canary5f1e'
  const secretSettings = settings.filter(({ setting }) => setting.secret)

  it('print as dots in every format', () => {
    const secret = new Secret(canary)
    const printed = [
      String(secret),
      `${secret}`,
      JSON.stringify({ secret }),
      inspect({ secret }, { depth: 9, showHidden: true }),
      format('%s %o %O %j', secret, secret, secret, secret),
      Object.entries(secret).join(),
    ].join('\n')
    assert.ok(!printed.includes(canary), printed)
    assert.equal(secret.reveal(), canary)
  })

  it('do not appear in the config object or in the explanation', () => {
    const env: Record<string, string> = {
      MAIL_FROM: 'a@b.example',
      S3_URL: 'http://127.0.0.1:1',
      S3_BUCKET: 'abc',
      ALARM_WEBHOOK_URL: 'https://pager.example.org',
    }
    for (const { setting } of secretSettings) env[setting.env] = secretText(setting)
    const loaded = load({ env })
    const printed = inspect(loaded, { depth: 9, showHidden: true }) + JSON.stringify(loaded)
    assert.ok(!printed.includes(canary), printed)
    assert.ok(loaded.secrets.store.databaseUrl?.reveal().includes(canary))
  })

  for (const { name, setting } of secretSettings) {
    it(`are not printed when ${name} is invalid`, () => {
      const bad = `\u0001${canary}\u0002`
      for (const sources of [{ env: { [setting.env]: bad } }, { flags: { [name]: [bad, canary] } }]) {
        const problems = problemsOf(sources).join('\n')
        assert.ok(!inspect(examineConfig({ env: {}, cwd, ...sources }).explained).includes(canary))
        assert.match(problems, new RegExp(`^${name}: the value from `, 'm'))
        assert.ok(!problems.includes(canary), problems)
      }
    })
  }

  it('are not printed when the file is not valid', () => {
    for (const content of [
      `security:\n  secret: "${canary}\nserver:\n`,
      `security:\n  secret: ${canary}: ${canary}\n`,
      `security:\n  secret: {${canary}: 1}\n`,
      `security: ${canary}\n`,
      `security:\n  sceret: ${canary}\n`,
      `- ${canary}\n`,
    ]) {
      put('broadsheet.config.yaml', content)
      const problems = problemsOf({}).join('\n')
      assert.ok(!problems.includes(canary), problems)
    }
  })

  it('are not printed when a URL contains a password that is not allowed', () => {
    for (const variable of ['PUBLIC_URL', 'S3_URL']) {
      const problems = problemsOf({ env: { [variable]: `https://user:${canary}@a.example` } }).join('\n')
      assert.match(problems, /must not contain a user name or a password/)
      assert.ok(!problems.includes(canary), problems)
    }
    const misplaced = problemsOf({ env: { PORT: `postgres://user:${canary}/@${canary}@127.0.0.1/x` } }).join(
      '\n',
    )
    assert.ok(!misplaced.includes(canary), misplaced)
  })

  function secretText({ example, expects }: Setting): string {
    if (expects.startsWith('whsec_')) return `whsec_${canary.repeat(4)}`
    if (example?.includes('://')) return `${example.split('://')[0]}://u:${canary}@127.0.0.1:1/x`
    if (example?.includes('=secret')) return example.replaceAll('secret', canary)
    return `${canary}-${canary}-${canary}`
  }
})
