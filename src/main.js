#!/usr/bin/env node
/** The command line: hands over to the commands and leaves their exit code behind. Plain JavaScript, see below. */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled code, and TypeScript without its types, is kept beside the packages; a new install begins anew. What takes
// the types out is large, and with this file in JavaScript it is not even loaded: a third of the start, and 30 MB.
const kept = join(import.meta.dirname, '..', 'node_modules', '.cache', 'broadsheet')
enableCompileCache(kept)
// Every thread would load it anew.
process.env.NODE_COMPILE_CACHE = kept

const { runCommandLine } = await import('./cli/run-command-line.ts')
process.exitCode = await runCommandLine(process.argv.slice(2), process)
