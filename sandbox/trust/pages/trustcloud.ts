/** Framework sections and policies in the format of TrustCloud. */

import type { TrustCenter } from '../trust-center.ts'

export function trustcloudPayload(center: TrustCenter) {
  const controls = center.controls()
  const sections = controls.map(({ name, category }, index) => ({
    id: `sec_${index}`,
    referenceId: `CC${index}`,
    displayIdentifier: `CC${index}.1`,
    title: category,
    description: '',
    programPolicyMapping: [],
    subsections: [
      {
        programControlMapping: [
          { id: `ctl_${index}`, shortName: `C-${index}`, customShortName: null, name, description: '' },
        ],
      },
    ],
  }))
  return {
    frameworks: [
      ...center.certifications().map(({ label }) => ({ name: label, sections })),
      ...center.unpublished().map((name) => ({ name, sections: [] })),
    ],
    policies: center.documents().map(({ title, category }, index) => ({
      id: `pol_${index}`,
      shortName: `P-${index}`,
      title,
      description: '',
      securityGroup: category,
      relatedControlIds: [],
    })),
  }
}
