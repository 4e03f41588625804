/** What an adapter found in a trust center, in one format for all providers but not yet matched to frameworks and vendors. */

import type { CertificationStatus, DocumentAccess, Gate, Surface, SurfaceState } from './vocabulary.ts'

export interface Findings {
  /** The company's name as the center states it. */
  readonly company?: string | null | undefined
  readonly gate: Gate
  /** Omitted surfaces were not read. */
  readonly states: Partial<Readonly<Record<Surface, SurfaceState>>>
  /** Surfaces of which only a part was read: further rows are missing, so absence proves nothing. */
  readonly incomplete?: readonly Surface[]
  readonly certifications?: readonly CertificationFinding[]
  readonly controls?: readonly ControlFinding[]
  readonly subprocessors?: readonly SubprocessorFinding[]
  readonly documents?: readonly DocumentFinding[]
  readonly security_updates?: readonly UpdateFinding[]
  readonly describesRestricted?: boolean
}

export interface CertificationFinding {
  readonly label: string
  /** Default: derived from the label. */
  readonly status?: CertificationStatus
  readonly expires_on?: string | null
}

export interface ControlFinding {
  readonly name: string
  readonly description?: string | null
  readonly category?: string | null
  /** `unknown` if there is no pass mark, which does not mean failing. */
  readonly status?: 'passing' | 'not_passing' | 'unknown'
  readonly key?: string
}

export interface SubprocessorFinding {
  readonly name: string
  readonly website?: string | null
  readonly purpose?: string | null
  readonly description?: string | null
  readonly category?: string | null
  readonly locations?: readonly string[]
  readonly processes_personal_data?: boolean | null
}

export interface DocumentFinding {
  readonly title: string
  readonly category?: string | null
  readonly access: DocumentAccess
  readonly url?: string | null
}

export interface UpdateFinding {
  readonly key: string
  readonly title: string
  readonly body?: string | null
  readonly category?: string | null
  readonly published_at?: string | null
  readonly updated_at?: string | null
}
