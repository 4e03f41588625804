/** Framework sections and policies as TrustCloud has them, in one payload file. */

import type { PretendCenter } from '../content.ts'

export function trustcloudPayload(center: PretendCenter) {
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
      ...center.marks().map(({ label }) => ({ name: label, sections })),
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
