#!/usr/bin/env node
/** The command line: hands over to the commands and leaves their exit code behind. */

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled code is kept beside the packages, which saves a third of the start; a new install begins anew.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'broadsheet'))

const { runCommandLine } = await import('./cli/run.ts')
process.exitCode = await runCommandLine(process.argv.slice(2), process)
