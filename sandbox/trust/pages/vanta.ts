/** Vanta: the page without content that everybody gets, and the payload an operator can supply. */

import type { TrustCenter } from '../trust-center.ts'
import type { TrustCompany } from '../trust-company.ts'

export function vantaShell({ name, slug }: TrustCompany): string {
  const slugId = slug.replaceAll('-', '').padEnd(20, '0').slice(0, 20)
  return `<!doctype html><html data-version="1"><head data-slugid="${slugId}" data-signature-manifest-url="https://assets.vanta.com/manifest.json">
<title>${name} Trust Center</title><script src="https://static.vanta.com/index-trust-report.0a1b2c.js"></script></head><body></body></html>\n`
}

export function vantaPayload(center: TrustCenter) {
  const id = (kind: number, index: number) => `65f0${String(kind)}${String(index).padStart(19, '0')}`
  const categories = Map.groupBy(center.controls(), ({ category }) => category)
  const updates = center.updates()
  return {
    data: {
      trust: {
        trustReportBySlugId: {
          id: id(0, 0),
          accessLevel: 'PUBLIC',
          frameworks: center.certifications().map(({ label }, index) => ({
            __typename: 'TrustReportFrameworks',
            id: id(1, index),
            name: label,
          })),
          resourceCategories: ['Compliance', 'Questionnaires'].map((name, index) => ({
            id: id(2, index),
            name,
          })),
          subprocessors: center.vendors().map(({ name, website, purpose, locations }) => ({
            name,
            url: website,
            purpose,
            location: locations.join(', '),
          })),
          navigationKeys: ['OVERVIEW', 'RESOURCES', 'CONTROLS', 'SUBPROCESSORS', 'UPDATES'].map((name) => ({
            name,
          })),
          mainOverviewSections: [{ id: 'FAQ', name: 'FAQ' }],
          dataCollected: [],
          controlCategories: [...categories].map(([name, controls]) => ({
            name,
            controls: controls.map((control) => ({
              name: control.name,
              description: '',
              isPassing: control.isPassing,
            })),
          })),
          resources: center.documents().map(({ title, category, isPublic }, index) => ({
            id: id(3, index),
            name: title,
            category: { name: category },
            isPublic,
          })),
          publicUpdates: {
            totalCount: updates.length,
            pageInfo: { hasNextPage: false, hasPreviousPage: false },
            edges: updates.map(({ id: cursor, title, body, at }) => ({
              cursor,
              node: {
                id: cursor,
                title,
                description: body,
                createdAt: new Date(at).toISOString(),
                updatedAt: new Date(at).toISOString(),
                category: 'SECURITY',
                visibilityType: 'PUBLIC',
              },
            })),
          },
        },
      },
    },
  }
}

/** The controls alone, or everything but them. */
export function vantaPart({ data }: ReturnType<typeof vantaPayload>, part: string) {
  const { controlCategories, ...report } = data.trust.trustReportBySlugId
  const { id, accessLevel } = report
  return {
    data: {
      trust: { trustReportBySlugId: part === 'controls' ? { id, accessLevel, controlCategories } : report },
    },
  }
}
