/** The folder of the project, for tests that read its files or start its programs. */

import { join } from 'node:path'

export const projectRoot = join(import.meta.dirname, '..', '..')
