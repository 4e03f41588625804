/** The sources that feed the notices service. */

import { gazette } from './gazette.ts'

export const noticeSources = [gazette]
