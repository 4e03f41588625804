/** The vendors that are known: their domains, names and parents. */

import { furtherVendors } from './further-vendors.ts'
import { moreVendors } from './more-vendors.ts'

export interface VendorEntry {
  readonly id: string
  readonly name: string
  readonly domains: readonly string[]
  readonly aliases: readonly string[]
  /** Whether the name was coined for this vendor: whatever begins with it is the vendor. */
  readonly isCoined: boolean
  readonly parent: string | null
}

/**
 * id | domains | name, further names | parent. A coined name has `*` before it. Further names are former names, legal entities, and
 * products that the vendor's own pages name.
 */
const commonVendors = `
aws | aws.amazon.com, amazonaws.com | Amazon Web Services, AWS, Amazon Web Services EMEA SARL, Amazon Internet Services, Amazon AWS, Amazon Web Service, Amazon Web Services EMEA, AWS EMEA SARL, Amazon Bedrock, AWS Bedrock, Amazon S3, Amazon SES, Amazon CloudFront, Amazon EC2, Amazon RDS | amazon
openai | openai.com, chatgpt.com | *OpenAI, OpenAI OpCo, OpenAI Ireland, Open AI, ChatGPT, OpenAI API |
twilio | twilio.com | *Twilio |
snowflake | snowflake.com, snowflakecomputing.com | *Snowflake, Snowflake Computing |
gcp | cloud.google.com, gcp.com | Google Cloud, Google Cloud Platform, GCP, Google Cloud Services, Google Cloud EMEA, Google Cloud Platform GCP, Google Cloud Compute, Google BigQuery, BigQuery, Google Kubernetes Engine | google
salesforce | salesforce.com, force.com | *Salesforce, SFDC, salesforce com, Sales Force |
anthropic | anthropic.com, claude.ai, claude.com | *Anthropic, Claude, Anthropic Claude, Anthropic Ireland |
google | google.com, googleapis.com, gstatic.com, googletagmanager.com | *Google, Firebase, Google Firebase, Firebase Cloud Messaging, Google Ireland, Alphabet, Google Analytics, Google Maps |
google_workspace | workspace.google.com, admin.google.com | Google Workspace, G Suite, Google G Suite, GSuite, Google Workspace for Business | google
azure | azure.microsoft.com, azure.com | Microsoft Azure, Azure, Azure Cloud, Microsoft Azure Cloud, Azure OpenAI, Azure OpenAI Service, Microsoft Azure OpenAI, Microsoft Azure OpenAI Service | microsoft
dynamics | dynamics.microsoft.com | Microsoft Dynamics, Dynamics 365 | microsoft
microsoft | microsoft.com, microsoftonline.com, office.com, office365.com | *Microsoft, Microsoft 365, Microsoft Office 365, Office 365, Microsoft Ireland Operations, Microsoft Operations, Microsoft Teams |
cloudflare | cloudflare.com, cloudflare.net | *Cloudflare |
zendesk | zendesk.com, zendeskcdn.com | *Zendesk |
datadog | datadoghq.com, datadog.com, datadoghq.eu | *Datadog, Data Dog |
github | github.com, github.io | *GitHub, GitHub B.V., GitHub Copilot | microsoft
sentry | sentry.io, sentry-cdn.com, getsentry.com | Sentry, Functional Software, Sentry io, Functional Software d/b/a Sentry |
mongodb | mongodb.com, mongodb.net | *MongoDB, Mongo DB, MongoDB Atlas, MongoDB Cloud, MongoDB Limited |
slack | slack.com, slack-edge.com | Slack, Slack Technologies, Slack Technologies Limited | salesforce
stripe | stripe.com, stripecdn.com | Stripe, Stripe Payments Europe, Stripe Technology Europe, Stripe Payments |
zoom | zoom.us, zoom.com | Zoom, Zoom Video Communications, Zoom Communications, Zoom Meetings |
okta | okta.com, oktacdn.com | Okta |
auth0 | auth0.com | *Auth0 | okta
sendgrid | sendgrid.com, sendgrid.net | *SendGrid, Twilio SendGrid, Send Grid | twilio
segment | segment.com, segment.io | Segment, Twilio Segment, Segment.io | twilio
mailchimp | mailchimp.com, mandrill.com | *Mailchimp, Intuit Mailchimp, The Rocket Science Group, Rocket Science Group, Mandrill | intuit
heroku | heroku.com | *Heroku | salesforce
atlassian | atlassian.com, atlassian.net, bitbucket.org, jira.com | Atlassian, Jira, Confluence, Atlassian Jira, Atlassian Confluence, Jira Software, Jira Service Management, Jira Service Desk, Atlassian US, Atlassian Network Services, Bitbucket |
databricks | databricks.com, azuredatabricks.net, mosaicml.com | *Databricks, Data Bricks, Databricks Lakehouse, MosaicML, Mosaic ML |
intercom | intercom.com, intercom.io, intercomcdn.com | Intercom, Intercom R D Unlimited, Intercom RD, Intercom R&D |
fivetran | fivetran.com | *Fivetran |
mailgun | mailgun.com, mailgun.org | *Mailgun, Mailgun Technologies, Sinch Mailgun | sinch
pendo | pendo.io | Pendo, Pendo.io |
vercel | vercel.com | *Vercel |
amplitude | amplitude.com | Amplitude |
fireworks_ai | fireworks.ai | Fireworks AI, Fireworks |
hubspot | hubspot.com, hubspot.net, hsforms.com, hs-scripts.com | *HubSpot, Hub Spot |
confluent | confluent.io | Confluent, Confluent Cloud |
elevenlabs | elevenlabs.io | *ElevenLabs, Eleven Labs |
splunk | splunk.com, splunkcloud.com | *Splunk, Splunk Cloud, Splunk On-Call | cisco
fullstory | fullstory.com | *FullStory, Full Story |
elastic | elastic.co | Elastic, Elasticsearch, Elastic Cloud, Elasticsearch B.V., Elastic N.V. |
clickhouse | clickhouse.com | *ClickHouse, ClickHouse Cloud |
new_relic | newrelic.com, nr-data.net | New Relic, NewRelic |
pagerduty | pagerduty.com | *PagerDuty, Pager Duty |
launchdarkly | launchdarkly.com | *LaunchDarkly, Launch Darkly, Catamorphic |
pinecone | pinecone.io | Pinecone, Pinecone Systems |
turbopuffer | turbopuffer.com | *turbopuffer |
workos | workos.com | *WorkOS |
`

export const vendorTable: readonly VendorEntry[] = [
  ...toRows(commonVendors).map(([id = '', ...cells]) => toEntry(id, cells)),
  ...toRows(furtherVendors).map((cells) => toEntry('', cells)),
  ...toRows(moreVendors.replaceAll('; ', '\n')).map((cells) => toEntry('', cells)),
]

function toRows(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

/** Without an id, it is made from the first domain, as those of vendors that are not known are. */
function toEntry(id: string, [domainList = '', names = '', parent = '']: readonly string[]): VendorEntry {
  const domains = domainList.split(',').map((domain) => domain.trim())
  const aliases = names
    .replace(/^\*/, '')
    .split(',')
    .map((name) => name.trim())
  return {
    id: id || toVendorKey(domains[0] ?? ''),
    name: aliases[0] ?? id,
    domains,
    aliases,
    isCoined: names.startsWith('*'),
    parent: parent === '' ? null : parent,
  }
}

/** A text as part of an id. */
export function toVendorKey(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, 100)
}
