/** What a reader found in one trust center, in our words but not yet matched with anything. */

import type { CertificationStatus, DocumentAccess, Gate, Surface, SurfaceState } from './vocabulary.ts'

export interface Findings {
  /** The company's name as the center states it. */
  readonly company?: string
  readonly gate: Gate
  /** Surfaces that are not named were not read. */
  readonly states: Partial<Readonly<Record<Surface, SurfaceState>>>
  readonly certifications?: readonly CertificationFinding[]
  readonly controls?: readonly ControlFinding[]
  readonly subprocessors?: readonly SubprocessorFinding[]
  readonly documents?: readonly DocumentFinding[]
  readonly security_updates?: readonly UpdateFinding[]
  readonly describesRestricted?: boolean
}

export interface CertificationFinding {
  readonly label: string
  /** Where the provider states it; the label tells otherwise. */
  readonly status?: CertificationStatus
  readonly expires_on?: string | null
}

export interface ControlFinding {
  readonly name: string
  readonly description?: string | null
  readonly category?: string | null
  /** `unknown` where no mark is shown: that is not failing. */
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
