#!/usr/bin/env node
/** The entry point: runs the command line and sets the exit code. In JavaScript for a faster start, see below. */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Caches compiled code and stripped TypeScript beside the packages, so that a new install starts with an empty cache.
// With this file in JavaScript and everything else in the cache, Node does not load its type stripper, which would take
// a third of the start and 30 MB.
const cacheDir = join(import.meta.dirname, '..', 'node_modules', '.cache', 'broadsheet')
enableCompileCache(cacheDir)
// For worker threads, which would each load the type stripper.
process.env.NODE_COMPILE_CACHE = cacheDir

const { runCommandLine } = await import('./cli/run-command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2), process)
