/** What the simulated trust centers contain: certifications in several spellings, vendors, documents. */

/** `share` is how often each occurs, `labels` how pages write it. */
export const certificationTypes: readonly {
  readonly key: string
  readonly share: number
  readonly labels: readonly string[]
}[] = [
  {
    key: 'soc2-type-2',
    share: 0.8,
    labels: ['SOC 2 Type II', 'SOC 2 (Type 2)', 'AICPA SOC 2® Type II', 'SOC2 Type2'],
  },
  { key: 'soc2', share: 0.12, labels: ['SOC 2', 'SOC II'] },
  { key: 'soc3', share: 0.1, labels: ['SOC 3'] },
  {
    key: 'iso-27001',
    share: 0.55,
    labels: ['ISO/IEC 27001:2022', 'ISO 27001', 'ISO27001', 'ISO 27001:2022'],
  },
  { key: 'iso-27701', share: 0.15, labels: ['ISO 27701', 'ISO/IEC 27701:2019'] },
  { key: 'iso-42001', share: 0.08, labels: ['ISO/IEC 42001:2023', 'ISO 42001'] },
  { key: 'pci-dss', share: 0.2, labels: ['PCI DSS v4.0.1', 'PCI-DSS Level 1', 'PCI'] },
  { key: 'hipaa', share: 0.35, labels: ['HIPAA', 'HIPAA Compliance'] },
  { key: 'gdpr', share: 0.7, labels: ['GDPR', 'EU GDPR'] },
  { key: 'ccpa', share: 0.4, labels: ['CCPA', 'CPRA'] },
  { key: 'csa-star', share: 0.12, labels: ['CSA STAR Level 1', 'CSA STAR'] },
  { key: 'cyber-essentials', share: 0.08, labels: ['Cyber Essentials+', 'UK Cyber Essentials Plus'] },
  { key: 'TX-RAMP', share: 0.04, labels: ['TX-RAMP', 'TX-RAMP Level 2'] },
  { key: 'hitrust', share: 0.05, labels: ['HITRUST r2', 'HITRUST CSF'] },
]

export interface Vendor {
  readonly name: string
  readonly website: string
  readonly purpose: string
  readonly share: number
}

const wellKnown = `Amazon Web Services|https://aws.amazon.com|Hosting|0.75
OpenAI, LLC|Openai.com|Language models|0.5
Anthropic|https://www.anthropic.com/|Language models|0.35
Google Cloud Platform|cloud.google.com|Hosting|0.3
Microsoft Azure|https://azure.microsoft.com|Hosting|0.25
Cloudflare, Inc.|www.cloudflare.com/|Content delivery|0.45
Datadog|datadoghq.com|Monitoring|0.4
Sentry (Functional Software)|sentry.io|Error tracking|0.3
Twilio Inc.|https://www.twilio.com|Messages|0.3
SendGrid|https://sendgrid.com|Email|0.25
Stripe|https://stripe.com|Payments|0.3
Slack Technologies|slack.com|Communication|0.3
Zendesk|https://www.zendesk.com|Support|0.25
HubSpot|hubspot.com|Customer records|0.2
Snowflake Inc.|https://snowflake.com|Data warehouse|0.25
Mongo DB Inc.|https://cloud.mongodb.com/|Database|0.25
Fivetran||Data pipelines|0.12
GitHub|https://github.com|Source code|0.3
Okta|okta.com|Sign-in|0.15
Auth0|auth0.com|Sign-in|0.2
Vercel|vercel.com|Hosting|0.15
Intercom|intercom.com|Support|0.2`

const madeUp =
  'Bramble Cinder Drift Fathom Gable Hollow Inlet Jetty Knoll Lantern Mooring Nettle Osprey Pebble Quill Rivet'

export const vendors: readonly Vendor[] = [
  ...wellKnown.split('\n').map((line) => {
    const [name = '', website = '', purpose = '', share = ''] = line.split('|')
    return { name, website, purpose, share: Number(share) }
  }),
  ...madeUp.split(' ').map((word, index) => ({
    name: `${word} ${['Systems', 'Data', 'Mail', 'Voice'][index % 4]} ${['Ltd', 'GmbH', 'Inc.'][index % 3]}`,
    website: `https://${word.toLowerCase()}.example`,
    purpose: ['Reports', 'Storage', 'Email', 'Calls'][index % 4] ?? '',
    share: 0.06,
  })),
]

export const documentTypes: readonly {
  readonly title: string
  readonly category: string
  readonly share: number
}[] = [
  { title: 'SOC 2 Type II Report 2026', category: 'Compliance', share: 0.7 },
  { title: 'ISO 27001 Certificate', category: 'Compliance', share: 0.45 },
  { title: 'Penetration Test Summary', category: 'Testing', share: 0.6 },
  { title: 'CAIQ', category: 'Questionnaires', share: 0.3 },
  { title: 'SIG Lite', category: 'Questionnaires', share: 0.2 },
  { title: 'Data Processing Agreement', category: 'Legal', share: 0.6 },
  { title: 'Business Associate Agreement', category: 'Legal', share: 0.2 },
  { title: 'Certificate of Insurance', category: 'Legal', share: 0.25 },
  { title: 'Information Security Policy', category: 'Policies', share: 0.7 },
  { title: 'Access Control Policy', category: 'Policies', share: 0.5 },
  { title: 'Privacy Policy', category: 'Policies', share: 0.6 },
  { title: 'Incident Response Plan', category: 'Policies', share: 0.45 },
  { title: 'Business Continuity Plan', category: 'Policies', share: 0.4 },
  { title: 'Network Diagram', category: 'Architecture', share: 0.2 },
  { title: 'Security White Paper', category: 'Architecture', share: 0.25 },
]
