/** The simulated trust centers: who has one, and the hosts that answer. */

export { trustHosts } from './hosts.ts'
export { trustMembers } from './members.ts'
export { trustNameTarget } from './names.ts'
