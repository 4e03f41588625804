#!/usr/bin/env node
/** The command line: hands over to the commands and leaves their exit code behind. */

import { runCommandLine } from './cli/run.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), process)
