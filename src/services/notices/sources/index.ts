/** The sources of the notices service: each adapter with its members. */

import { withMembers } from '../../../sync/source.ts'
import { gazette } from './gazette.ts'
import { gazetteTowns } from './members/gazette-towns.ts'

export const noticeSources = [withMembers(gazette, gazetteTowns)]
