/** The nodes of the rehearsal, and commands beside them: processes of the product, with the preload. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../../src/core/clock.ts'
import { type CliRunner, type ExitResult, noCoverage, type RunningProcess } from '../support/cli-runner.ts'
import { type RehearsalSettings, settingsVariable } from './settings.ts'

const preload = new URL('./preload.ts', import.meta.url).href
const stopTimeoutMs = 30_000

export interface RehearsedNode {
  readonly origin: string
  /** From the start of the process until it accepted requests. */
  readonly startMs: number
  /** Rejects if the node has failed. */
  stop(): Promise<void>
}

export interface NodesOptions {
  readonly runner: CliRunner
  /** The settings of the product. */
  readonly env: Readonly<Record<string, string>>
  readonly service: string | undefined
}

export function rehearsedEnv(
  env: Readonly<Record<string, string>>,
  settings: RehearsalSettings,
): Record<string, string> {
  return {
    ...noCoverage,
    ...env,
    NODE_OPTIONS: `--import=${preload}`,
    [settingsVariable]: JSON.stringify(settings),
  }
}

export async function startNode(
  { runner, env, service }: NodesOptions,
  settings: RehearsalSettings,
  extra: Readonly<Record<string, string>> = {},
): Promise<RehearsedNode> {
  const startedAt = systemClock.monotonic()
  const args = service === undefined ? ['serve'] : ['serve', service]
  const running = runner.start(args, { ...rehearsedEnv(env, settings), ...extra })
  const origin = (await running.waitForOutput(/ready at (http:\S+)/))[1] ?? ''
  const startMs = systemClock.monotonic() - startedAt
  return { origin, startMs, stop: () => stopNode(running) }
}

async function stopNode({ child, exited }: RunningProcess): Promise<void> {
  child.kill('SIGTERM')
  const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  const { code, stderr } = await exited
  clearTimeout(timeout)
  if (code !== 0) throw new Error(`a node ended with code ${code}:\n${stderr.slice(-2000)}`)
}

/** Throws if the command fails. */
export async function runCommand(
  { runner, env }: NodesOptions,
  settings: RehearsalSettings,
  args: readonly string[],
): Promise<string> {
  const result: ExitResult = await runner.run(args, rehearsedEnv(env, settings))
  if (result.code !== 0) throw new Error(`broadsheet ${args.join(' ')}: ${result.stderr || result.stdout}`)
  return result.stdout
}

export interface Usage {
  /** Of all sync threads. */
  readonly syncCpuMs: number
  /** Of all threads of the nodes. */
  readonly processCpuMs: number
  /** The most that one sync thread used. */
  readonly syncMemoryBytes: number
}

interface UsageLine {
  readonly thread: string
  readonly pid: number
  readonly cpuMs: number
  readonly memoryBytes: number
  readonly processCpuMs: number
}

/** Threads are replaced, and each counts from its own start. */
export function readUsage(file: string): Usage {
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): UsageLine => JSON.parse(line))
  const processes = new Map<number, number>()
  const lastOfThread = new Map<number, number>()
  let syncCpuMs = 0
  let syncMemoryBytes = 0
  for (const { thread, pid, cpuMs, memoryBytes, processCpuMs } of lines) {
    processes.set(pid, Math.max(processes.get(pid) ?? 0, processCpuMs))
    if (thread !== 'sync') continue
    const last = lastOfThread.get(pid) ?? 0
    // Less than before: a new thread.
    syncCpuMs += cpuMs >= last ? cpuMs - last : cpuMs
    lastOfThread.set(pid, cpuMs)
    syncMemoryBytes = Math.max(syncMemoryBytes, memoryBytes)
  }
  const processCpuMs = [...processes.values()].reduce((sum, ms) => sum + ms, 0)
  return { syncCpuMs, processCpuMs, syncMemoryBytes }
}

export function usageFile(folder: string, day: number): string {
  return join(folder, `usage-${day}.jsonl`)
}
