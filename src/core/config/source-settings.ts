/** Settings of requests to upstreams, of single services and of the simulated sources. */

import { boolean, integer, list, oneOf, secret, text, url } from './setting.ts'

export const sourceSections = {
  outbound: {
    contact: text({
      env: 'OUTBOUND_CONTACT',
      default: undefined,
      example: 'https://data.example.org/about',
      charactersMax: 200,
      pattern: /^[\x21-\x7e]+$/,
      expects: 'a URL or an e-mail address in printable ASCII without spaces',
      about:
        'Who operates this server. It appears in the User-Agent header of every request to an upstream host.',
    }),
    allowPrivateHosts: boolean({
      env: 'OUTBOUND_ALLOW_PRIVATE_HOSTS',
      default: false,
      about: 'Whether upstream hosts may resolve to private or loopback addresses.',
    }),
  },
  webhooks: {
    privateHosts: list({
      env: 'WEBHOOK_PRIVATE_HOSTS',
      itemsMax: 20,
      default: [],
      example: 'localhost:3000',
      expects: 'hosts such as localhost:3000, with the port unless it is the usual one, separated by commas',
      isItem: (item) => /^[a-z0-9.:[\]-]{1,100}$/.test(item),
      about:
        'Hosts to which webhooks may be sent although they are private or on this machine. All others must have public addresses. Everybody who signs in can send to these.',
    }),
  },
  cinema: {
    tokens: secret(
      text({
        env: 'CINEMA_TOKENS',
        default: undefined,
        example: 'ODEON_UK_TOKEN=secret,CURZON_TOKEN=secret',
        pattern: /^[A-Z][A-Z0-9_]{0,63}=[^\s,]+(,[A-Z][A-Z0-9_]{0,63}=[^\s,]+)*$/,
        expects: 'names and tokens such as ODEON_UK_TOKEN=secret, separated by commas',
        about: 'Access tokens that cinema chains issued to you, by the names used in sources.yaml.',
      }),
    ),
    keepDays: integer({
      env: 'CINEMA_KEEP_DAYS',
      min: 1,
      max: 3650,
      default: 120,
      about: 'How many days past showtimes stay available.',
    }),
  },
  registry: {
    directories: list({
      env: 'REGISTRY_DIRECTORIES',
      itemsMax: 50,
      default: [],
      example: 'job-boards-lever,trust-centers',
      expects: 'ids of directories, separated by commas; `broadsheet registry directories` lists them',
      isItem: (item) => /^[a-z][a-z0-9-]{0,63}$/.test(item),
      about:
        'Public directories that are read once a week: members that the registry lacks become candidates, which are tried slowly and then read or paused.',
    }),
    rosters: oneOf({
      env: 'REGISTRY_ROSTERS',
      choices: ['propose', 'apply', 'off'],
      default: 'propose',
      about:
        'What happens when a platform lists other theaters than the registry, asked once a day: changes are proposed, or applied with an entry in the audit log, or the lists are not requested.',
    }),
  },
  jobs: {
    robotsExceptions: list({
      env: 'JOBS_ROBOTS_EXCEPTIONS',
      itemsMax: 100,
      default: [],
      example: 'api.smartrecruiters.com',
      expects: 'host names, separated by commas',
      isItem: (item) => /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/.test(item),
      about:
        'Hosts of job boards to read although their robots.txt forbids it, because their interface is documented for everybody.',
    }),
  },
  market: {
    upstreams: list({
      env: 'MARKET_UPSTREAMS',
      itemsMax: 30,
      default: [],
      example: 'news.headlines.latest=https://news.example.org/latest',
      expects:
        'contracts and their URLs such as scanner.scan=https://host/{market}/scan, separated by commas',
      isItem: (item) => /^[\w.-]{1,60}=https?:\/\/[\w.:-]+\/[^\s]{0,300}$/.test(item),
      about: 'URLs of market contracts that replace the default ones.',
    }),
    origin: url({
      env: 'MARKET_ORIGIN',
      schemes: ['https'],
      default: undefined,
      example: 'https://www.example.org',
      about:
        'The Origin header for market hosts that accept requests only from certain sites. Without it, they deny access. The sandbox does not need it.',
    }),
    cacheBytesMax: integer({
      env: 'MARKET_CACHE_BYTES_MAX',
      min: 1_048_576,
      max: 17_179_869_184,
      default: 67_108_864,
      about: 'The maximum memory for cached market responses in bytes, per worker.',
    }),
    missesPerMinute: integer({
      env: 'MARKET_MISSES_PER_MINUTE',
      min: 1,
      max: 1_000_000_000,
      default: 600,
      about:
        'How many market requests per minute that the cache cannot answer each identity or anonymous address may send, per worker.',
    }),
    subscriptionsMax: integer({
      env: 'MARKET_SUBSCRIPTIONS_MAX',
      min: 1,
      max: 1_000_000,
      default: 1000,
      about:
        'How many symbols each identity or anonymous address may subscribe to at once, over all its streams, per worker.',
    }),
  },
  sandbox: {
    port: integer({
      env: 'SANDBOX_PORT',
      min: 0,
      max: 65535,
      default: 0,
      about: 'The loopback port of the simulated sources. 0 picks a free one.',
    }),
    seed: text({
      env: 'SANDBOX_SEED',
      default: 'broadsheet',
      pattern: /^[\w.-]{1,64}$/,
      expects: 'at most 64 letters, digits, dots, hyphens and underscores',
      about: 'The seed of the simulated data. The same seed and day produce the same data.',
    }),
    faults: list({
      env: 'SANDBOX_FAULTS',
      flag: '--fault',
      itemsMax: 50,
      default: [],
      separator: /;/,
      example: 'gazette.sandbox/api=status:503,times:3',
      expects: 'faults such as HOST/PATH=status:503,times:3, separated by semicolons',
      isItem: (item) => item.length <= 300,
      about:
        'Faults that the simulated sources imitate: `HOST/PATH=status:503,times:3` answers the first three requests there with 503.',
    }),
  },
} as const
