/** What fills the service: its sources, and the writer of their records. */

export { pruneTrust } from './publish/prune-trust.ts'
export { trustWriter } from './publish/trust-writer.ts'
export type { TrustMember } from './schema/records.ts'
export { trustRecogniser } from './sources/addresses.ts'
export { trustSources } from './sources/index.ts'
export {
  readTrustCenters,
  trustCenterColumns,
  trustCentersFile,
  trustProviders,
} from './sources/members/trust-centers.ts'
