/** What operators do while nodes run: add a member, import some, discover one. All of them are read without a restart. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../src/app/store.ts'
import { systemClock } from '../../src/core/clock.ts'
import { type ExpectedMember, readHealth } from './members.ts'
import { type NodesOptions, runCommand } from './nodes.ts'
import type { RehearsalOptions } from './options.ts'
import type { RehearsalSettings } from './settings.ts'
import { deadListedBoard, listedBoard } from './world/directory-host.ts'
import { newBoardPrefix } from './world/job-members.ts'
import { discoveredBoard, newEmployerDomain } from './world/new-employer-site.ts'

interface Changes {
  readonly nodesOptions: NodesOptions
  readonly settings: RehearsalSettings
  readonly store: Store
  readonly options: RehearsalOptions
  readonly note: (line: string) => void
}

/** Platforms with one host for all members: a test meets the run that reads it. */
const testedSources = ['lever', 'greenhouse', 'ashby', 'rippling', 'cineplex']

/** Tests members while nodes read their platforms. Returns what went wrong. */
export async function testMembers(
  { nodesOptions, settings, options }: Pick<Changes, 'nodesOptions' | 'settings' | 'options'>,
  members: readonly ExpectedMember[],
): Promise<readonly string[]> {
  if (!options.changesMembers) return []
  const problems: string[] = []
  for (const source of testedSources) {
    const member = members.find(({ sourceId, fate }) => sourceId === source && fate === 'healthy')
    if (member === undefined) continue
    await runCommand(nodesOptions, settings, ['members', 'test', source, member.memberId]).catch(
      (thrown: Error) => problems.push(thrown.message),
    )
  }
  return problems
}

/** Nodes notice a change within seconds while they sync, and read new members at most a minute after the last run. */
const noticedMs = 4 * 60_000

export async function changeMembers({
  nodesOptions,
  settings,
  store,
  options,
  note,
}: Changes): Promise<{ readonly done: readonly string[]; readonly problems: readonly string[] }> {
  if (!options.changesMembers || options.service === 'cinema') return { done: [], problems: [] }
  const file = join(nodesOptions.runner.folder, 'boards.csv')
  const imported = [1, 2, 3].map((number) => `${newBoardPrefix}-imported-${number}`)
  writeFileSync(file, `key,name\n${imported.map((key) => `${key},Imported Works`).join('\n')}\n`)
  const run = (...args: string[]) => runCommand(nodesOptions, settings, args)
  await run('members', 'add', 'greenhouse', `key=${newBoardPrefix}-added`, 'name=Added Works', 'home=GB')
  await run('members', 'import', 'lever', file)
  await run('discover', newEmployerDomain, '--add', '--name', 'Rehearsal Works')
  const listed = await run('registry', 'update', 'job-boards-lever', '--json')
  const wanted = [
    `greenhouse/${newBoardPrefix}-added`,
    ...imported.map((key) => `lever/${key}`),
    `ashby/${discoveredBoard}`,
    `lever/${listedBoard}`,
  ]
  const startedAt = systemClock.monotonic()
  let missing: readonly string[] = wanted
  let hasTriedDead = false
  while ((missing.length > 0 || !hasTriedDead) && systemClock.monotonic() < startedAt + noticedMs) {
    // The command leaves out what a node has tried meanwhile.
    if (!hasTriedDead || missing.includes(`lever/${listedBoard}`)) await run('registry', 'try', '--json')
    await systemClock.sleep(500)
    const health = await readHealth(store)
    missing = wanted.filter((key) => health.get(key)?.failures !== 0)
    hasTriedDead = (health.get(`lever/${deadListedBoard}`)?.failures ?? 0) > 0
  }
  const seconds = Math.round((systemClock.monotonic() - startedAt) / 1000)
  note(
    `members added, imported, discovered and promoted: ${wanted.length - missing.length} published after ${seconds} s`,
  )
  return {
    done: wanted
      .filter((key) => !missing.includes(key))
      .map((key) => `${key} published after at most ${seconds} s`),
    problems: [
      ...missing.map((key) => `${key} was added and is not published after ${seconds} s`),
      ...judgeDirectory(listed),
      ...(hasTriedDead ? [] : [`lever/${deadListedBoard} is listed by a directory and was not tried`]),
    ],
  }
}

function judgeDirectory(listed: string): string[] {
  const [update] = JSON.parse(listed) as { added: number; problem?: string }[]
  return update?.added === 2 ? [] : [`a directory with two new boards: ${listed}`]
}
