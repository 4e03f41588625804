/** How open a trust center is: an access level and an access profile. */

import type {
  AccessLevel,
  AccessProfile,
  DocumentAccess,
  Gate,
  Surface,
  SurfaceState,
} from '../vocabulary.ts'
import { surfaces } from '../vocabulary.ts'

export interface AccessEvidence {
  /** Null if never attempted. */
  readonly gate: Gate | null
  readonly states: Readonly<Record<Surface, SurfaceState>>
  readonly documents: readonly DocumentAccess[]
  /** The center lists its restricted items publicly. */
  readonly describesRestricted: boolean
}

export function toAccessLevel({ gate, states, documents, describesRestricted }: AccessEvidence): AccessLevel {
  if (gate === 'login' || gate === 'auth_api') return 'private'
  const isRead = surfaces.some((surface) => states[surface] === 'read')
  if (gate !== 'none' || !isRead) return 'unknown'
  const open = documents.includes('public')
  const restricted = documents.includes('request')
  if (restricted && describesRestricted) return 'transparent'
  if (restricted) return open ? 'mixed' : 'request'
  return 'public'
}

export function toAccessProfile(facts: AccessEvidence): AccessProfile {
  const { gate, states, documents } = facts
  if (gate === 'login' || gate === 'auth_api') return 'closed'
  const isRead = surfaces.some((surface) => states[surface] === 'read')
  if (gate !== 'none' || !isRead) return 'unread'
  if (surfaces.some((surface) => states[surface] === 'gated')) return 'partial'
  return documents.includes('request') ? 'open_with_gated_documents' : 'open'
}
