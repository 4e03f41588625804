#!/usr/bin/env node
/**
 * The entry point: runs the command line and sets the exit code. In JavaScript for a faster start, see below.
 * An older Node must be able to load this file, so it imports only what every version has.
 */

import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

const nodeMajorMin = 24
const newSpaceFlag = '--max-semi-space-size'
const heapFlags = [`${newSpaceFlag}=16`, '--heap-growing-percent=40']
const poolThreadsMax = 32

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
  process.stderr.write(
    `Broadsheet needs Node ${nodeMajorMin} or later, and this is Node ${process.versions.node}: ` +
      'start it with `npm start` or `npx broadsheet`, which use the Node that npm installed with it on Linux and Windows. ' +
      'Elsewhere, install that Node.\n',
  )
  process.exitCode = 2
} else {
  restartWithLimits()
  // The main thread has its limit; each of the others states its own.
  if (process.execArgv.includes(heapFlags[0])) setFlagsFromString(`${newSpaceFlag}=0`)
  // Without this, the first process of a container ignores the signal until the command line has been loaded.
  process.once('SIGTERM', stopAtOnce)

  // Caches compiled code and stripped TypeScript beside the packages, so that a new install starts with an empty cache.
  // With this file in JavaScript and everything else in the cache, Node does not load its type stripper, which would take
  // a third of the start and 30 MB.
  const cacheDir = fileURLToPath(new URL('../node_modules/.cache/broadsheet', import.meta.url))
  nodeModule.enableCompileCache(cacheDir)
  // For worker threads, which would each load the type stripper.
  process.env.NODE_COMPILE_CACHE = cacheDir

  // A checkout has the sources. The npm package has JavaScript built from them, because Node runs no TypeScript in node_modules.
  const built = new URL('../dist/src/cli/run-command-line.js', import.meta.url)
  const hasSources = existsSync(new URL('./cli', import.meta.url))
  // A preloaded module may have a hook of its own, such as instrumentation has; this one would not ask it.
  const hasPreloads = process.execArgv.some((flag) => !heapFlags.includes(flag)) || Boolean(process.env.NODE_OPTIONS)
  if (hasSources && !hasPreloads) nodeModule.registerHooks({ resolve: resolveRelative })
  const { runCommandLine } = await (hasSources ? import('./cli/run-command-line.ts') : import(built.href))
  const exitCode = runCommandLine(process.argv.slice(2), process)
  // Not before the command line listens: a signal that has arrived meanwhile and was not yet delivered would be lost.
  process.off('SIGTERM', stopAtOnce)
  process.exitCode = await exitCode
  // A server that is stopped while it starts leaves threads behind that have only begun to load.
  if (process.argv[2] === 'serve') process.exit()
}

function stopAtOnce() {
  process.exit(143)
}

/**
 * The C library of Linux gives every thread a pool of memory and returns little of what is freed in it. With two pools a
 * server takes about 70 MB less after a sync. Node has four threads that compress and look up hosts, for all workers
 * together: on a larger machine there is one per core. For new objects, Node may take 192 MB on a large machine and does so
 * under load; a quarter of it is as fast. Old objects may take four times what is in use before they are collected, and here 1.4 times,
 * which is 200 MB less under a flood. All of this is read before the program runs, so a server replaces itself once, which
 * takes 30 ms and keeps the process id. A value that the operator has set stays.
 */
function restartWithLimits() {
  if (process.platform !== 'linux' || process.argv[2] !== 'serve') return
  const cores = cpus().length
  const variables = {
    MALLOC_ARENA_MAX: '2',
    ...(cores > 4 ? { UV_THREADPOOL_SIZE: String(Math.min(cores, poolThreadsMax)) } : {}),
  }
  const flagsSet = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  const flags = heapFlags.filter((flag) => !flagsSet.includes(flag.replace(/=.*/, '')))
  const isSet = Object.keys(variables).every((name) => process.env[name] !== undefined)
  if (isSet && flags.length === 0) return
  const command = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, command, { ...variables, ...process.env })
}

/**
 * Resolves a relative specifier whose extension names its format. Node would look for the file, its real path and its
 * `package.json`, which takes a seventh of the start for a thousand modules. Assumes that no source folder is a symbolic
 * link: a module below one would load twice.
 *
 * @type {import('node:module').ResolveHookSync}
 */
function resolveRelative(specifier, context, nextResolve) {
  const format = specifier.startsWith('.') ? formatOf(specifier) : undefined
  if (format === undefined) return nextResolve(specifier, context)
  return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
}

/** @param {string} file */
function formatOf(file) {
  if (file.endsWith('.ts')) return 'module-typescript'
  return file.endsWith('.mjs') ? 'module' : undefined
}
