/** All commands, in the order of the help page. A new one is a file beside this one and a line here. */

import { addConfig } from './config.ts'
import type { AddCommand } from './context.ts'

export const commands: readonly AddCommand[] = [addConfig]
