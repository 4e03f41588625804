/** The response of a Probo portal to the anonymous query. */

import type { TrustCenter } from '../trust-center.ts'

export function proboPortal(center: TrustCenter) {
  const { company } = center
  const connection = (nodes: readonly object[]) => ({
    totalCount: nodes.length,
    edges: nodes.map((node, index) => ({ cursor: String(index), node })),
  })
  return {
    data: {
      currentCompliancePortal: {
        id: `portal_${company.slug}`,
        active: !center.isBlocked(0.1),
        slug: company.slug,
        entityName: company.name,
        websiteUrl: company.website,
        documents: connection(
          center.documents().map(({ title, isPublic }, index) => ({
            id: `doc_${index}`,
            title,
            documentType: 'POLICY',
            visibility: isPublic ? 'PUBLIC' : 'RESTRICTED',
          })),
        ),
        audits: connection([]),
        complianceFrameworks: connection(
          center
            .certifications()
            .map(({ label }, index) => ({ id: `fw_${index}`, framework: { name: label } })),
        ),
        subprocessors: connection(
          center.vendors().map(({ name, website, purpose, locations }) => ({
            id: `tp_${name}`,
            name,
            description: purpose,
            category: 'CLOUD',
            websiteUrl: website || null,
            countries: locations.length === 0 ? ['GLOBAL'] : locations,
          })),
        ),
        updates: connection(
          center
            .updates()
            .map(({ id, title, body, at }) => ({ id, title, body, updatedAt: new Date(at).toISOString() })),
        ),
      },
    },
  }
}
